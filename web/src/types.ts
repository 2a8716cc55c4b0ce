// The records of the API, as the page uses them.
import type { MetricAccount } from "./account";

export type Span = [number, number];
export type Outcome = "matched" | "partly" | "contradicted" | "missing" | "invented";

export interface Partner {
  finding: number;
  site: string;
  asserted: string;
  negated: string;
  details: string;
  weight: number;
  credit: number;
  status: string;
}

export interface Finding {
  text: string;
  span: Span;
  site: string;
  side: string;
  concept: string;
  polarity: "present" | "absent";
  status: "normal" | "abnormal";
  certainty: string;
  details: Record<string, string[]>;
  sentence: string;
  outcome: Outcome;
  partners: Partner[];
  against: number[];
}

export interface LeftOut {
  span: Span;
  reason: string;
}

export interface Side {
  findings: Finding[];
  left_out: LeftOut[];
}

export interface ClassScore {
  present: boolean;
  matched: number;
  unmatched_reference: number;
  unmatched_candidate: number;
  rule: string;
  score: number;
  share: number;
}

export interface CaseError {
  kind: string;
  significance: "none" | "minor" | "significant" | "urgent";
  weight: number;
  text: string;
  reference: { span: Span; concept: string } | null;
  candidate: { span: Span; concept: string } | null;
}

export interface Account {
  reference: Side;
  candidate: Side;
  radsem: { score: number; policy: string; abnormal: ClassScore; normal: ClassScore };
  accounts?: Record<string, MetricAccount>;
  errors?: CaseError[];
}

export interface Chunk {
  name: string;
  span: Span;
  joint: string;
  part_of: number;
  denied: boolean;
  presupposed: boolean;
  how_sure: string;
  left_out: string;
}

export interface Clause {
  text: string;
  left_out: string;
  items: { span: Span; meaning: string }[];
  chunks: Chunk[];
  links: { kind: string; rule: string; from: number; to: number; weight: number }[];
  scopes: { rule: string; chunk: number; mark: number }[];
  findings: number;
}

export type Scores = Record<string, number | null>;

export interface MetricInfo {
  name: string;
  columns: string[];
  needs_corpus: boolean;
  signature: string;
}
