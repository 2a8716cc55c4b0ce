// A study and its rows as the API has them, and what can be done with rows: find them in the report, relate them.
import type { Span } from "./types";
import { ByteMap } from "./text";

export interface Row {
  section: string;
  sent_idx: number;
  ent_idx: number;
  entity: string;
  cat: string;
  dx_status: string;
  dx_certainty: string;
  associate?: number[];
  evidence?: number[];
  entity_group?: string;
  episode?: number;
  [relation: string]: unknown;
}
export interface Trouble {
  row: number;
  message: string;
}
export interface Sentence {
  section: string;
  sent_idx: number;
  span: Span; // bytes of the report
}
export interface Study {
  number: number;
  subject: string;
  study: string;
  sequence: number;
  day: number | null;
  report: string;
  sentences: Sentence[];
  version: number;
  rows: Row[];
  problems: Trouble[];
  patient: number[];
  journal: { version: number; who: string; why: string; time: string; rows: number }[];
}

export const kRelations = [
  "location",
  "morphology",
  "distribution",
  "measurement",
  "severity",
  "comparison",
  "onset",
  "no change",
  "improved",
  "worsened",
  "placement",
  "past hx",
  "other source",
  "assessment limitations",
];

// The sentences of a report by UTF-16 units, as the reader numbers them.
export interface Placed {
  section: string;
  sent_idx: number;
  begin: number;
  end: number;
}
export function placesOf(study: Study): Placed[] {
  const map = new ByteMap(study.report);
  return study.sentences.map(({ section, sent_idx, span }) => ({ section, sent_idx, begin: map.unit(span[0]), end: map.unit(span[1]) }));
}
// The sentence that a place of the report is in, or the last one before it.
export function sentenceAt(places: Placed[], unit: number): Placed {
  return places.filter((one) => one.begin <= unit).pop() ?? places[0] ?? { section: "findings", sent_idx: 1, begin: 0, end: 0 };
}
export function sentenceOf(places: Placed[], row: Row): Placed | undefined {
  return places.find((one) => one.section === row.section && one.sent_idx === row.sent_idx);
}

export interface Piece {
  text: string;
  row?: number;
}

// Entities are found again in their own sentence by their words.
export function piecesOf(report: string, places: Placed[], rows: Row[]): Piece[] {
  const text = report.toLowerCase();
  const taken: { begin: number; end: number; row: number }[] = [];
  rows.forEach((row, i) => {
    const words = row.entity.toLowerCase();
    const sentence = sentenceOf(places, row);
    if (words === "" || !sentence) return;
    for (let at = text.indexOf(words, sentence.begin); at >= 0 && at < sentence.end; at = text.indexOf(words, at + 1)) {
      if (taken.some((one) => at < one.end && at + words.length > one.begin)) continue;
      taken.push({ begin: at, end: at + words.length, row: i });
      return;
    }
  });
  taken.sort((a, b) => a.begin - b.begin);
  const pieces: Piece[] = [];
  let at = 0;
  for (const one of taken) {
    if (one.begin > at) pieces.push({ text: report.slice(at, one.begin) });
    pieces.push({ text: report.slice(one.begin, one.end), row: one.row });
    at = one.end;
  }
  pieces.push({ text: report.slice(at) });
  return pieces;
}

// Links are kept as lists of ent_idx, in order, and left out where there are none.
function withLinks(row: Row, field: "associate" | "evidence", links: Set<number>): Row {
  const { [field]: _, ...rest } = row;
  const list = [...links].sort((a, b) => a - b);
  return (list.length === 0 ? rest : { ...rest, [field]: list }) as Row;
}
const linksOf = (row: Row, field: "associate" | "evidence"): Set<number> => new Set(row[field] ?? []);

const isDiagnosis = (row: Row): boolean => row.cat === "CF" || row.cat === "NCD";

export type Link = "associate" | "evidence";

// Associate holds both ways; evidence leads from a diagnosis to the finding that shows it, and is an association too.
// A message says why two rows cannot be linked.
export function relate(rows: Row[], a: number, b: number, link: Link): Row[] | string {
  const one = rows[a];
  const other = rows[b];
  if (!one || !other || a === b) return "Pick two rows to relate.";
  let diagnosis = a;
  if (link === "evidence") {
    if (isDiagnosis(one) === isDiagnosis(other)) return "Evidence leads from a diagnosis (CF, NCD) to a finding: one of the two must be each.";
    diagnosis = isDiagnosis(one) ? a : b;
  }
  const shownBy = diagnosis === a ? other.ent_idx : one.ent_idx;
  return rows.map((row, i) => {
    if (i !== a && i !== b) return row;
    let fresh = withLinks(row, "associate", linksOf(row, "associate").add(i === a ? other.ent_idx : one.ent_idx));
    if (link === "evidence" && i === diagnosis) fresh = withLinks(fresh, "evidence", linksOf(fresh, "evidence").add(shownBy));
    return fresh;
  });
}

// Takes every link between two entities away, both ways.
export function unrelate(rows: Row[], a: number, b: number): Row[] {
  return rows.map((row) => {
    const other = row.ent_idx === a ? b : row.ent_idx === b ? a : undefined;
    return other === undefined ? row : without(row, other);
  });
}

function without(row: Row, ent: number): Row {
  let fresh = row;
  for (const field of ["associate", "evidence"] as const) {
    const links = linksOf(fresh, field);
    if (links.delete(ent)) fresh = withLinks(fresh, field, links);
  }
  return fresh;
}

// A row that goes takes the links to it along.
export function removed(rows: Row[], at: number): Row[] {
  const gone = rows[at]?.ent_idx ?? 0;
  return rows.filter((_, i) => i !== at).map((row) => without(row, gone));
}
