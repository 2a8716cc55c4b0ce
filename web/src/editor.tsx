// A report that can be typed and is marked while it is: a textarea over a copy of its text that carries the marks.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { piecesOf, worstFate } from "./marks";
import { ByteMap } from "./text";
import type { Side } from "./types";

export interface Active {
  side: "reference" | "candidate";
  finding: number;
}

// How the findings of this report are to be shown while one is looked at: itself, its partners, those against it.
export type Roles = Map<number, "self" | "partner" | "against">;

export function rolesOf(which: Active["side"], active: Active | undefined, own: Side, other: Side): Roles {
  const roles: Roles = new Map();
  if (!active) return roles;
  if (active.side === which) {
    roles.set(active.finding, "self");
    return roles;
  }
  const finding = other.findings[active.finding];
  if (!finding || own.findings.length === 0) return roles;
  for (const partner of finding.partners) roles.set(partner.finding, "partner");
  if (finding.partners.length === 0) for (const i of finding.against) roles.set(i, "against");
  return roles;
}

interface MarkedProps {
  text: string;
  side: Side | undefined;
  roles: Roles;
}

// The text with its marks. A piece with several findings shows the worst outcome, and all of them in data-findings.
export function Marked({ text, side, roles }: MarkedProps) {
  const map = useMemo(() => new ByteMap(text), [text]);
  const pieces = useMemo(() => piecesOf(text, side, map), [text, side, map]);
  return (
    <>
      {pieces.map((piece) => {
        if (piece.leftOut !== undefined)
          return (
            <span class="left-out" title={`left out: ${piece.leftOut}`}>
              {piece.text}
            </span>
          );
        if (piece.findings.length === 0 || !side) return piece.text;
        const role = ["self", "against", "partner"].find((r) => piece.findings.some((i) => roles.get(i) === r));
        const abnormal = piece.findings.some((i) => side.findings[i]?.status === "abnormal");
        return (
          <mark
            class={`${worstFate(piece.findings, side)} ${abnormal ? "abnormal" : "normal"} ${role ?? ""}`}
            data-findings={piece.findings.join(" ")}
          >
            {piece.text}
          </mark>
        );
      })}
    </>
  );
}

interface EditorProps {
  label: string;
  which: Active["side"];
  text: string;
  side: Side | undefined;
  roles: Roles;
  onText: (text: string) => void;
  onActive: (finding: number | undefined) => void;
  onCaret: (unit: number) => void;
}

function findingsAt(x: number, y: number, within: HTMLElement): number[] {
  const mark = document
    .elementsFromPoint(x, y)
    .find((element) => element.tagName === "MARK" && within.contains(element)) as HTMLElement | undefined;
  return (mark?.dataset["findings"] ?? "").split(" ").filter(Boolean).map(Number);
}

export function Editor({ label, which, text, side, roles, onText, onActive, onCaret }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);

  // The box grows with its text, so that the two layers never scroll apart.
  useEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }, [text]);

  const atCaret = (): void => {
    const box = area.current;
    if (!box || document.activeElement !== box) return;
    onCaret(box.selectionStart);
    if (!side) return;
    const byte = new ByteMap(text).byte(box.selectionStart);
    const over = side.findings
      .map((finding, i) => ({ i, length: finding.span[1] - finding.span[0], span: finding.span }))
      .filter(({ span }) => span[0] <= byte && byte <= span[1])
      .sort((a, b) => a.length - b.length);
    onActive(over[0]?.i);
  };

  return (
    <section class="editor" aria-label={label}>
      <div class="paper" ref={backdrop}>
        <div class="marks" aria-hidden="true" dir="auto">
          <Marked text={text} side={side} roles={roles} />
          {"\n"}
        </div>
        <textarea
          ref={area}
          id={which}
          aria-label={label}
          dir="auto"
          spellcheck={false}
          autocomplete="off"
          value={text}
          placeholder={which === "reference" ? "The report to measure against" : "The report to be measured"}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyUp={atCaret}
          onClick={atCaret}
          onMouseMove={(event) => {
            if (!backdrop.current) return;
            onActive(findingsAt(event.clientX, event.clientY, backdrop.current)[0]);
          }}
          onMouseLeave={() => onActive(undefined)}
        />
      </div>
    </section>
  );
}
