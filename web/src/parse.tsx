// How one clause was read, drawn: its chunks as boxes in the sentence, the links between them as arcs.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ByteMap } from "./text";
import type { Chunk, Clause } from "./types";

const kKinds: Record<string, string> = { P: "place", O: "observation", A: "attribute", D: "detail" };

function kindOf(chunk: Chunk): string {
  return kKinds[chunk.name.charAt(0)] ?? "other";
}

interface Word {
  text: string;
  chunk: number; // -1: between chunks
}

// The clause's words in order, those of a chunk together. A chunk without words of its own is not drawn.
function wordsOf(text: string, clause: Clause, map: ByteMap): Word[] {
  const first = clause.items[0]?.span[0] ?? 0;
  const last = clause.items[clause.items.length - 1]?.span[1] ?? 0;
  const boxes = clause.chunks
    .map((chunk, i) => ({ i, begin: chunk.span[0], end: chunk.span[1] }))
    .filter((box) => box.end > box.begin && box.begin >= first && box.end <= last)
    .filter((box) => (clause.chunks[box.i]?.part_of ?? -1) < 0)
    .sort((a, b) => a.begin - b.begin || b.end - a.end);
  const words: Word[] = [];
  let at = first;
  const slice = (begin: number, end: number): string => text.slice(map.unit(begin), map.unit(end));
  for (const box of boxes) {
    if (box.begin < at) continue; // inside the one before
    if (box.begin > at) words.push({ text: slice(at, box.begin), chunk: -1 });
    words.push({ text: slice(box.begin, box.end), chunk: box.i });
    at = box.end;
  }
  if (at < last) words.push({ text: slice(at, last), chunk: -1 });
  return words;
}

interface Arc {
  from: number;
  to: number;
  height: number;
  label: string;
  rule: string;
}

// Where the arcs go, from the places that the boxes took. Longer arcs go higher.
function arcsOf(clause: Clause, root: HTMLElement): Arc[] {
  const origin = root.getBoundingClientRect().left - root.scrollLeft;
  const middle = (chunk: number): number | undefined => {
    let at = chunk;
    while ((clause.chunks[at]?.part_of ?? -1) >= 0) at = clause.chunks[at]?.part_of ?? -1;
    const box = root.querySelector(`[data-chunk="${at}"]`)?.getBoundingClientRect();
    return box ? box.left + box.width / 2 - origin : undefined;
  };
  const arcs: Arc[] = [];
  for (const link of clause.links) {
    const from = middle(link.from);
    const to = middle(link.to);
    if (from === undefined || to === undefined || Math.abs(from - to) < 1) continue;
    arcs.push({ from, to, height: 0, label: link.kind, rule: link.rule });
  }
  arcs.sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to));
  arcs.forEach((arc, i) => {
    const below = arcs
      .slice(0, i)
      .filter(
        (other) =>
          Math.min(other.from, other.to) < Math.max(arc.from, arc.to) &&
          Math.max(other.from, other.to) > Math.min(arc.from, arc.to),
      );
    arc.height = Math.max(0, ...below.map((other) => other.height)) + 26;
  });
  return arcs;
}

function notes(chunk: Chunk): string[] {
  const list: string[] = [];
  if (chunk.denied) list.push("denied");
  if (chunk.presupposed) list.push("presupposed");
  if (chunk.how_sure && chunk.how_sure !== "definite") list.push(chunk.how_sure.replace("_", " "));
  if (chunk.left_out) list.push(`left out: ${chunk.left_out}`);
  return list;
}

export function ParseDrawing({ text, clause }: { text: string; clause: Clause }) {
  const root = useRef<HTMLDivElement>(null);
  const [arcs, setArcs] = useState<Arc[]>([]);
  const words = useMemo(() => wordsOf(text, clause, new ByteMap(text)), [text, clause]);
  useLayoutEffect(() => {
    if (root.current) setArcs(arcsOf(clause, root.current));
  }, [clause, words]);
  const height = Math.max(20, ...arcs.map((arc) => arc.height + 18));
  const width = root.current?.scrollWidth ?? 0;
  return (
    <div class="parse" ref={root} tabIndex={0} role="group" aria-label={`How this was read: ${clause.text}`}>
      <svg height={height} width={Math.max(width, ...arcs.map((arc) => Math.max(arc.from, arc.to) + 40), 1)} aria-hidden="true">
        {arcs.map((arc) => {
          const top = height - arc.height;
          const bend = Math.min(12, Math.abs(arc.from - arc.to) / 2);
          const turn = arc.to > arc.from ? bend : -bend;
          return (
            <g class="arc">
              <title>{`${arc.label}: ${arc.rule}`}</title>
              <path
                d={`M${arc.from} ${height} V${top + bend} q0 ${-bend} ${turn} ${-bend} H${arc.to - turn} q${turn} 0 ${turn} ${bend} V${height - 5}`}
              />
              <path class="tip" d={`M${arc.to - 3.5} ${height - 6} L${arc.to + 3.5} ${height - 6} L${arc.to} ${height} Z`} />
              <text x={(arc.from + arc.to) / 2} y={top - 4} text-anchor="middle">
                {arc.label}
              </text>
            </g>
          );
        })}
      </svg>
      <div class="chunks" dir="auto">
        {words.map((word) => {
          const chunk = clause.chunks[word.chunk];
          if (!chunk) return <span class="between">{word.text}</span>;
          return (
            <span class={`chunk ${kindOf(chunk)}`} data-chunk={word.chunk}>
              <span class="words">{word.text}</span>
              <span class="kind">{[kindOf(chunk), ...notes(chunk)].join(" · ")}</span>
            </span>
          );
        })}
      </div>
      {clause.left_out !== "" && <p class="quiet">All of it is left out: {clause.left_out}.</p>}
    </div>
  );
}

// The clause in which a place of the text (in UTF-16 units) lies, or the last one before it.
export function clauseAt(text: string, clauses: Clause[], unit: number): Clause | undefined {
  const byte = new ByteMap(text).byte(unit);
  let found = clauses[0];
  for (const clause of clauses) if ((clause.items[0]?.span[0] ?? Infinity) <= byte) found = clause;
  return found;
}
