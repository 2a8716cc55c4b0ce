// A text cut into pieces by what became of its findings: each piece has the findings that cover it.
import { ByteMap } from "./text";
import type { Side } from "./types";

export interface Piece {
  text: string;
  begin: number; // in UTF-16 units
  findings: number[]; // those whose words these are, the shortest first
  leftOut?: string;
}

interface Stretch {
  begin: number;
  end: number;
  finding: number;
}

export function piecesOf(text: string, side: Side | undefined, map: ByteMap): Piece[] {
  if (!side) return [{ text, begin: 0, findings: [] }];
  const stretches: Stretch[] = side.findings
    .map((finding, i) => ({ begin: map.unit(finding.span[0]), end: map.unit(finding.span[1]), finding: i }))
    .filter((stretch) => stretch.end > stretch.begin);
  const omitted = side.left_out.map((piece) => ({
    begin: map.unit(piece.span[0]),
    end: map.unit(piece.span[1]),
    reason: piece.reason,
  }));
  const cuts = new Set([0, text.length]);
  for (const stretch of [...stretches, ...omitted]) cuts.add(stretch.begin).add(stretch.end);
  const sorted = [...cuts].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  // One sweep from left to right: what is open at a cut covers the piece behind it.
  stretches.sort((a, b) => a.begin - b.begin);
  omitted.sort((a, b) => a.begin - b.begin);
  let open: Stretch[] = [];
  let nextStretch = 0;
  let nextOmitted = 0;
  const pieces: Piece[] = [];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const begin = sorted[i] ?? 0;
    const end = sorted[i + 1] ?? 0;
    open = open.filter((stretch) => stretch.end > begin);
    while ((stretches[nextStretch]?.begin ?? Infinity) <= begin) open.push(stretches[nextStretch++] as Stretch);
    while ((omitted[nextOmitted]?.end ?? Infinity) <= begin) nextOmitted++;
    const left = omitted[nextOmitted];
    const over = [...open].sort((a, b) => a.end - a.begin - (b.end - b.begin));
    const piece: Piece = { text: text.slice(begin, end), begin, findings: over.map((stretch) => stretch.finding) };
    if (left && left.begin <= begin && over.length === 0) piece.leftOut = left.reason;
    pieces.push(piece);
  }
  return pieces;
}

// Of several findings with the same words, the worst outcome is shown: that is what the reader must not miss.
const kGravity = ["contradicted", "missing", "invented", "partly", "matched"];

export function worstFate(findings: number[], side: Side): string {
  const outcomes = findings.map((i) => side.findings[i]?.outcome ?? "matched");
  return kGravity.find((outcome) => outcomes.includes(outcome as never)) ?? "";
}
