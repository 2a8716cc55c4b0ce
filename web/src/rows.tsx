// The rows of a study: what is said of each entity, and how they are related, by dragging or by keys.
import { useRef, type MutableRef } from "preact/hooks";
import { Combo } from "./combo";
import { kRelations, type Link, type Row, type Trouble } from "./study";

const kCategories = ["PF", "CF", "OTH", "COF", "NCD", "PATIENT INFO"];
const kCategoryWords: Record<string, string> = {
  PF: "perceptual finding",
  CF: "contextual finding",
  OTH: "device or other object",
  COF: "clinical objective finding",
  NCD: "diagnosis by other means",
  "PATIENT INFO": "history or symptom",
};

interface RowsProps {
  rows: Row[];
  current: number;
  picked: number | undefined; // the row that waits for another to be related to
  troubles: Trouble[];
  sentence: (row: Row) => string;
  onOpen: (at: number) => void;
  onChange: (at: number, fields: Partial<Row>, field: string) => void;
  onDelete: (at: number) => void;
  onPick: (at: number | undefined) => void;
  onRelate: (from: number, to: number, link: Link) => void;
  onUnrelate: (a: number, b: number) => void;
  onProblem: (problem: unknown) => void;
}

export function RowList(props: RowsProps) {
  const { rows, picked, onPick, onRelate } = props;
  const dragged = useRef<number>(); // no state: nothing may move under the mouse while it drags
  const onKey = (event: KeyboardEvent, at: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) document.querySelectorAll<HTMLElement>(".rows .sentence")[at + step]?.focus();
    else if (event.key === "r" && picked === undefined) onPick(at);
    else if (event.key === "r") onRelate(picked ?? at, at, "associate");
    else if (event.key === "v" && picked !== undefined) onRelate(picked, at, "evidence");
    else if (event.key === "Escape" && picked !== undefined) onPick(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {picked !== undefined && (
        <p class="relating" role="status">
          Relate <q dir="auto">{rows[picked]?.entity}</q> to another row: <kbd>r</kbd> associate, <kbd>v</kbd> evidence,{" "}
          <kbd>Esc</kbd> not at all.
        </p>
      )}
      <ol class="rows">
        {rows.map((_, i) => (
          <OneRow {...props} at={i} dragged={dragged} onKey={(event) => onKey(event, i)} />
        ))}
      </ol>
    </>
  );
}

interface OneRowProps extends RowsProps {
  at: number;
  dragged: MutableRef<number | undefined>;
  onKey: (event: KeyboardEvent) => void;
}

function OneRow(props: OneRowProps) {
  const { rows, at, dragged, current, picked, troubles, onOpen, onChange, onDelete, onPick, onRelate, onKey } = props;
  const row = rows[at];
  if (!row) return null;
  const open = at === current;
  const said = kRelations.filter((relation) => typeof row[relation] === "string");
  return (
    <li class={`${open ? "open" : ""} ${row.dx_status}${picked === at ? " picked" : ""}`} value={row.ent_idx}>
      <div
        class="line"
        onDragOver={(event) => {
          if (dragged.current !== undefined && dragged.current !== at) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          if (dragged.current !== undefined) onRelate(dragged.current, at, event.shiftKey || event.altKey ? "evidence" : "associate");
        }}
      >
        <span
          class="handle"
          draggable
          title="Drag onto another row to associate the two; with Shift, as evidence"
          aria-hidden="true"
          onDragStart={(event) => {
            event.dataTransfer?.setData("text/plain", row.entity);
            dragged.current = at;
          }}
          onDragEnd={() => {
            dragged.current = undefined;
          }}
        >
          ⠿
        </span>
        <button type="button" class="sentence" aria-expanded={open} onClick={() => onOpen(at)} onKeyDown={onKey} dir="auto">
          {row.entity}
          <span class="quiet"> {said.map((relation) => `${relation} ${String(row[relation])}`).join(" · ")}</span>
        </button>
        {picked !== undefined && picked !== at ? (
          <>
            <button type="button" class="small" onClick={() => onRelate(picked, at, "associate")} aria-label={`Associate with ${row.entity}`}>
              Associate
            </button>
            <button type="button" class="small" onClick={() => onRelate(picked, at, "evidence")} aria-label={`Evidence with ${row.entity}`}>
              Evidence
            </button>
          </>
        ) : (
          <button type="button" class="small" aria-pressed={picked === at} aria-label={`Relate ${row.entity}`} onClick={() => onPick(picked === at ? undefined : at)}>
            Relate
          </button>
        )}
        <button
          type="button"
          class={`chip ${row.dx_status === "positive" ? "abnormal" : "normal"}`}
          onClick={() => onChange(at, { dx_status: row.dx_status === "positive" ? "negative" : "positive" }, "dx_status")}
        >
          {row.dx_status}
        </button>
        <button type="button" class="small" aria-label={`Delete ${row.entity}`} onClick={() => onDelete(at)}>
          Delete
        </button>
      </div>
      <Links {...props} row={row} />
      {troubles
        .filter((one) => one.row === at + 1)
        .map((one) => (
          <p class="trouble">{one.message}</p>
        ))}
      {open && <RowFields {...props} row={row} />}
    </li>
  );
}

// What the row is related to, each to be taken away again.
function Links({ rows, row, onUnrelate }: RowsProps & { row: Row }) {
  const linked = [...new Set([...(row.associate ?? []), ...(row.evidence ?? [])])];
  if (linked.length === 0) return null;
  return (
    <p class="links">
      {linked.map((ent) => {
        const other = rows.find((one) => one.ent_idx === ent);
        const how = row.evidence?.includes(ent) ? "shown by" : other?.evidence?.includes(row.ent_idx) ? "shows" : "with";
        return (
          <span class="link">
            {how} <span dir="auto">{other?.entity ?? `row ${ent}`}</span>
            <button type="button" aria-label={`${row.entity}: no link to ${other?.entity ?? ent}`} onClick={() => onUnrelate(row.ent_idx, ent)}>
              ×
            </button>
          </span>
        );
      })}
    </p>
  );
}

function RowFields({ row, at, sentence, onChange, onProblem }: RowsProps & { row: Row; at: number }) {
  const choose = (label: string, field: "cat" | "dx_certainty", words: string[], meaning: Record<string, string>) => (
    <label>
      {label}
      <select aria-label={`${label} of ${row.entity}`} onChange={(event) => onChange(at, { [field]: event.currentTarget.value }, field)}>
        {words.map((word) => (
          <option value={word} selected={row[field] === word} title={meaning[word] ?? ""}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
  const text = (field: string) => (
    <div class="field">
      <label for={`field-${field}`}>{field}</label>
      <Combo
        key={`${row.ent_idx} ${field}`}
        id={`field-${field}`}
        label={`${field} of ${row.entity}`}
        field={field}
        value={String(row[field] ?? "")}
        sentence={sentence(row)}
        onChange={(value) => onChange(at, { [field]: value }, field)}
        onProblem={onProblem}
      />
    </div>
  );
  return (
    <div class="fields">
      {text("entity")}
      {choose("category", "cat", kCategories, kCategoryWords)}
      {choose("certainty", "dx_certainty", ["definitive", "tentative"], {})}
      {kRelations.map(text)}
    </div>
  );
}
