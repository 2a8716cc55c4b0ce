// A measured run as the page uses it: what it is asked, filtered and sorted by.
import type { Scores } from "./types";

export interface ColumnSummary {
  mean: number | null;
  interval: [number, number] | null;
  n: number;
  corpus?: number | null;
  corpus_interval?: [number, number] | null;
}

export interface Tags {
  names: string[];
  of: number[][];
}

export interface Run {
  name: string;
  pairs: number;
  failed: number;
  problems: string[];
  ids: string[];
  columns: Record<string, (number | null)[]>;
  scores: Record<string, ColumnSummary>;
  signatures: Record<string, string>;
  bootstrap: { resamples: number; seed: number; confidence: number };
  outcomes: Record<string, number[]>;
  concepts: Tags;
  regions: Tags;
}

export interface RunCase {
  id: string;
  reference: string;
  candidate: string;
  scores: Scores;
}

export interface Filter {
  column: string;
  ascending: boolean;
  region: string;
  concept: string;
  outcome: string;
  id: string;
  low: number; // of the column's value
  high: number;
}

export const kOutcomes = ["matched", "partly", "contradicted", "missing", "invented"];

export function firstColumn(run: Run): string {
  return "clinical" in run.columns ? "clinical" : "radsem" in run.columns ? "radsem" : (Object.keys(run.columns)[0] ?? "");
}

// "radsem" → "RadSEM", "clinical.side" → "side errors"
export function columnLabel(column: string): string {
  const names: Record<string, string> = {
    radsem: "RadSEM",
    "radsem.run": "RadSEM, as run",
    "radsem.abnormal": "RadSEM, abnormal",
    "radsem.normal": "RadSEM, normal",
    radfact: "RadFact F1",
    lunguage: "LunguageScore",
    clinical: "Clinical",
    rougeL: "ROUGE-L",
    meteor: "METEOR",
  };
  const bleu = /^bleu(\d)$/.exec(column);
  if (bleu) return `BLEU-${bleu[1]}`;
  return names[column] ?? column.replace(".", " · ").replaceAll("_", " ");
}

export function kindsOf(run: Run): string[] {
  return Object.keys(run.columns).filter((column) => /^clinical\.[a-z]+$/.test(column));
}

// The numbers of the cases that pass, in the order asked for.
export function chosen(run: Run, filter: Filter): number[] {
  const values = run.columns[filter.column] ?? [];
  const region = filter.region === "" ? -1 : run.regions.names.indexOf(filter.region);
  const concept = filter.concept === "" ? -1 : run.concepts.names.indexOf(filter.concept);
  const needle = filter.id.trim().toLowerCase();
  const wanted: number[] = [];
  for (let i = 0; i < run.ids.length; i++) {
    const value = values[i];
    if (region >= 0 && !run.regions.of[i]?.includes(region)) continue;
    if (concept >= 0 && !run.concepts.of[i]?.includes(concept)) continue;
    if (filter.outcome !== "" && !has(run, filter.outcome, i)) continue;
    if (needle !== "" && !run.ids[i]?.toLowerCase().includes(needle)) continue;
    if ((filter.low > -Infinity || filter.high < Infinity) && (typeof value !== "number" || value < filter.low || value > filter.high))
      continue;
    wanted.push(i);
  }
  const sign = filter.ascending ? 1 : -1;
  return wanted.sort((a, b) => sign * ((values[a] ?? Infinity) - (values[b] ?? Infinity)) || a - b);
}

// An outcome ("missing"), or a kind of error ("clinical.side").
function has(run: Run, what: string, i: number): boolean {
  const counts = run.outcomes[what] ?? run.columns[what];
  return (counts?.[i] ?? 0) > 0;
}

export interface TagRow {
  name: string;
  n: number;
  mean: number;
}

// Every tag with how many of the cases have it and their mean; the most frequent first.
export function byTag(tags: Tags, values: (number | null)[], cases: number[]): TagRow[] {
  const sums = new Map<number, { n: number; sum: number }>();
  for (const i of cases) {
    const value = values[i];
    if (typeof value !== "number") continue;
    for (const tag of tags.of[i] ?? []) {
      const at = sums.get(tag) ?? { n: 0, sum: 0 };
      at.n += 1;
      at.sum += value;
      sums.set(tag, at);
    }
  }
  return [...sums]
    .map(([tag, { n, sum }]) => ({ name: tags.names[tag] ?? "", n, mean: sum / n }))
    .sort((a, b) => b.n - a.n || a.mean - b.mean);
}
