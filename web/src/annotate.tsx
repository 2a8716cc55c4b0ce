// A report beside its rows: select words to make an entity, fill in what is said of it, see what is wrong, keep it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiProblem, get, latest, post, put } from "./api";
import { useWho } from "./who";

interface Row {
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
interface Trouble {
  row: number;
  message: string;
}
interface Study {
  number: number;
  subject: string;
  study: string;
  sequence: number;
  day: number | null;
  report: string;
  version: number;
  rows: Row[];
  problems: Trouble[];
  patient: number[];
  journal: { version: number; who: string; why: string; time: string; rows: number }[];
}
interface Listed {
  subject: string;
  study: string;
  sequence: number;
  day: number | null;
  version: number;
}

const kCategories = ["PF", "CF", "OTH", "COF", "NCD", "PATIENT INFO"];
const kCategoryWords: Record<string, string> = {
  PF: "perceptual finding",
  CF: "contextual finding",
  OTH: "device or other object",
  COF: "clinical objective finding",
  NCD: "diagnosis by other means",
  "PATIENT INFO": "history or symptom",
};
const kRelations = [
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

// Which section and sentence a place of the report is in, as LUNGUAGE numbers them: sentences from 1 in each section.
export function placeOf(report: string, unit: number): { section: string; sent_idx: number } {
  const heads: { at: number; section: string }[] = [{ at: 0, section: "findings" }];
  for (const match of report.matchAll(/^\s*(history|indication|findings?|impression)\s*:/gim)) {
    const word = (match[1] ?? "").toLowerCase();
    heads.push({ at: match.index + match[0].length, section: word.startsWith("f") ? "findings" : word === "impression" ? "impression" : "hist" });
  }
  const head = heads.filter((one) => one.at <= unit).pop() ?? { at: 0, section: "findings" };
  const before = report.slice(head.at, unit);
  return { section: head.section, sent_idx: (before.match(/[.!?](?=\s)/g)?.length ?? 0) + 1 };
}

interface Piece {
  text: string;
  row?: number;
}

// Entities are found again in their own sentence by their words.
function piecesOf(report: string, rows: Row[]): Piece[] {
  const taken: { begin: number; end: number; row: number }[] = [];
  rows.forEach((row, i) => {
    const words = row.entity.toLowerCase();
    if (words === "") return;
    const text = report.toLowerCase();
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      const place = placeOf(report, at);
      const free = !taken.some((one) => at < one.end && at + words.length > one.begin);
      if (place.section === row.section && place.sent_idx === row.sent_idx && free) {
        taken.push({ begin: at, end: at + words.length, row: i });
        return;
      }
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

function offsetIn(root: Node, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(root, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

interface AnnotateProps {
  number: number | undefined;
  timeline: boolean;
  onProblem: (problem: unknown) => void;
}

export function Annotate({ number, timeline, onProblem }: AnnotateProps) {
  const [listed, setListed] = useState<Listed[]>();
  useEffect(() => {
    get<{ studies: Listed[] }>("/v1/studies").then((answer) => setListed(answer.studies), onProblem);
  }, [number, timeline]);
  if (!listed) return <main />;
  if (listed.length === 0)
    return (
      <main>
        <h1>Nothing to annotate</h1>
        <p>
          Start the server with reports that have a <code>subject_id</code> and a <code>study_id</code>:{" "}
          <code>fiducial serve --annotate reports.jsonl</code>
        </p>
      </main>
    );
  if (number === undefined) return <StudyList listed={listed} />;
  if (timeline) return <Timeline number={number} onProblem={onProblem} />;
  return <OneStudy number={number} count={listed.length} onProblem={onProblem} />;
}

function StudyList({ listed }: { listed: Listed[] }) {
  const subjects = [...new Set(listed.map((one) => one.subject))];
  return (
    <main class="annotate">
      <div class="toolbar">
        <h1>Studies</h1>
        <span class="quiet">
          {listed.filter((one) => one.version > 0).length} of {listed.length} annotated
        </span>
      </div>
      <table class="cases">
        <thead>
          <tr>
            <th scope="col">Patient</th>
            <th scope="col">Studies</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => {
            const own = listed.map((one, i) => ({ ...one, i })).filter((one) => one.subject === subject);
            return (
              <tr>
                <th scope="row">
                  <a href={`#/annotate/${own[0]?.i ?? 0}/timeline`}>{subject}</a>
                </th>
                <td>
                  {own.map((one) => (
                    <a class={`study${one.version > 0 ? " done" : ""}`} href={`#/annotate/${one.i}`}>
                      {one.study}
                      {one.day !== null && <small> day {one.day}</small>}
                    </a>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </main>
  );
}

function OneStudy({ number, count, onProblem }: { number: number; count: number; onProblem: (problem: unknown) => void }) {
  const path = `/v1/studies/${number}`;
  const [study, setStudy] = useState<Study>();
  const [history_, setHistory] = useState<Row[][]>([]);
  const [troubles, setTroubles] = useState<Trouble[]>([]);
  const [current, setCurrent] = useState(0);
  const [selected, setSelected] = useState<{ text: string; unit: number }>();
  const [who, setWho] = useWho();
  const [said, setSaid] = useState("");
  const [conflict, setConflict] = useState<Study>();
  const paper = useRef<HTMLDivElement>(null);
  const check = useRef(
    latest((rows: Row[]) => post<{ problems: Trouble[] }>("/v1/lunguage/validate", { rows }), (answer) => setTroubles(answer.problems), onProblem),
  );
  const take = (fresh: Study): void => {
    setStudy(fresh);
    setHistory([fresh.rows]);
    setTroubles(fresh.problems);
    setConflict(undefined);
  };
  useEffect(() => {
    setSaid("");
    get<Study>(path).then(take, onProblem);
  }, [path]);
  const rows = history_[history_.length - 1] ?? [];
  const changed = history_.length > 1;
  const change = (fresh: Row[]): void => {
    setHistory([...history_, fresh]);
    check.current(fresh);
    setSaid("");
  };
  const undo = (): void => {
    if (!changed) return;
    const before = history_.slice(0, -1);
    setHistory(before);
    check.current(before[before.length - 1] ?? []);
  };
  const set = (i: number, fields: Partial<Row>): void => {
    change(
      rows.map((row, at) => {
        if (at !== i) return row;
        const fresh: Row = { ...row, ...fields } as Row;
        for (const [name, value] of Object.entries(fresh)) if (value === "" || value === undefined) delete fresh[name];
        fresh.entity ??= "";
        return fresh;
      }),
    );
  };
  const add = (): void => {
    if (!selected || !study) return;
    const fresh: Row = {
      ...placeOf(study.report, selected.unit),
      ent_idx: Math.max(0, ...rows.map((row) => row.ent_idx)) + 1,
      entity: selected.text,
      cat: "PF",
      dx_status: "positive",
      dx_certainty: "definitive",
    };
    change([...rows, fresh]);
    setCurrent(rows.length);
    setSelected(undefined);
    getSelection()?.removeAllRanges();
  };
  const attach = (relation: string): void => {
    const row = rows[current];
    if (!selected || !row) return;
    const old = row[relation];
    set(current, { [relation]: typeof old === "string" && old !== "" ? `${old}, ${selected.text}` : selected.text });
    setSelected(undefined);
    getSelection()?.removeAllRanges();
  };
  const save = (version: number): void => {
    if (who.trim() === "") {
      setSaid("Say who annotates before you keep it.");
      return;
    }
    put<Study>(path, { who: who.trim(), rows }, { "If-Match": `"${version}"` }).then(
      (fresh) => {
        take(fresh);
        setSaid(`Kept as version ${fresh.version}.`);
      },
      (problem) => {
        if (problem instanceof ApiProblem && problem.status === 409) get<Study>(path).then(setConflict, onProblem);
        else if (problem instanceof ApiProblem && problem.status === 400) setSaid(problem.message);
        else onProblem(problem);
      },
    );
  };
  const onSelect = (): void => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !paper.current || !selection.anchorNode || !selection.focusNode) return;
    if (!paper.current.contains(selection.anchorNode) || !paper.current.contains(selection.focusNode)) return;
    const a = offsetIn(paper.current, selection.anchorNode, selection.anchorOffset);
    const b = offsetIn(paper.current, selection.focusNode, selection.focusOffset);
    const text = (study?.report ?? "").slice(Math.min(a, b), Math.max(a, b));
    const begin = Math.min(a, b) + (text.length - text.trimStart().length);
    if (text.trim() !== "") setSelected({ text: text.trim().replace(/\s+/g, " "), unit: begin });
  };
  // At once, not after the next picture: a key that follows typing must see what was typed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if ((event.ctrlKey || event.metaKey) && event.key === "s" && study) {
        event.preventDefault();
        save(study.version);
      } else if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) {
        event.preventDefault();
        undo();
      } else if (event.key === "e" && !typing && !event.ctrlKey && !event.altKey) add();
    };
    addEventListener("keydown", onKey);
    document.addEventListener("selectionchange", onSelect);
    return () => {
      removeEventListener("keydown", onKey);
      document.removeEventListener("selectionchange", onSelect);
    };
  });
  const pieces = useMemo(() => (study ? piecesOf(study.report, rows) : []), [study, rows]);
  if (!study) return <main />;
  return (
    <main class="annotate">
      <div class="toolbar">
        <a href="#/annotate">Studies</a>
        <h1>
          {study.subject} · {study.study}
        </h1>
        {study.day !== null && <span class="quiet">day {study.day}</span>}
        <a href={`#/annotate/${number}/timeline`}>Timeline</a>
        {number > 0 && <a href={`#/annotate/${number - 1}`}>previous</a>}
        {number + 1 < count && <a href={`#/annotate/${number + 1}`}>next</a>}
      </div>
      <div class="workbench">
        <div class="column">
          <h2>
            Report <small>select words</small>
          </h2>
          <div class="paper">
            <div class="marks" ref={paper} dir="auto">
              {pieces.map((piece) =>
                piece.row === undefined ? (
                  piece.text
                ) : (
                  <mark
                    class={`entity ${rows[piece.row]?.dx_status === "negative" ? "negative" : "positive"}${piece.row === current ? " self" : ""}`}
                    onClick={() => setCurrent(piece.row ?? 0)}
                  >
                    {piece.text}
                  </mark>
                ),
              )}
            </div>
          </div>
          <div class="selected" aria-live="polite">
            {selected ? (
              <>
                <q dir="auto">{selected.text}</q>
                <button type="button" class="primary" id="make" onClick={add}>
                  Make an entity (e)
                </button>
                {rows[current] && (
                  <label>
                    or{" "}
                    <select
                      aria-label="Attach to the entity as"
                      onChange={(event) => {
                        if (event.currentTarget.value !== "") attach(event.currentTarget.value);
                        event.currentTarget.value = "";
                      }}
                    >
                      <option value="">attach to “{rows[current]?.entity}” as…</option>
                      {kRelations.map((relation) => (
                        <option value={relation}>{relation}</option>
                      ))}
                    </select>
                  </label>
                )}
              </>
            ) : (
              <span class="quiet">Select words of the report to make an entity of them, or to attach them to one.</span>
            )}
          </div>
        </div>
        <div class="column">
          <h2>
            Rows <small>{rows.length}</small>
          </h2>
          <ol class="rows">
            {rows.map((row, i) => (
              <RowEditor
                row={row}
                rows={rows}
                open={i === current}
                troubles={troubles.filter((one) => one.row === i + 1)}
                onOpen={() => setCurrent(i)}
                onChange={(fields) => set(i, fields)}
                onDelete={() => change(rows.filter((_, at) => at !== i))}
              />
            ))}
          </ol>
        </div>
      </div>
      {conflict && (
        <div class="problem" role="alert">
          <span>{conflict.journal[conflict.journal.length - 1]?.who} kept this study while you worked. Yours is not kept yet.</span>
          <span>
            <button type="button" onClick={() => take(conflict)}>
              Take theirs
            </button>{" "}
            <button type="button" onClick={() => save(conflict.version)}>
              Keep mine over it
            </button>
          </span>
        </div>
      )}
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          save(study.version);
        }}
      >
        <label>
          Who <input id="who" value={who} onInput={(event) => setWho(event.currentTarget.value)} autocomplete="name" />
        </label>
        <button type="submit" class="primary">
          Keep (Ctrl+S)
        </button>
        <button type="button" onClick={undo} disabled={!changed}>
          Undo
        </button>
        <span class="quiet" id="said" role="status">
          {said || (troubles.length > 0 ? `${troubles.length} to look at` : "")}
        </span>
      </form>
    </main>
  );
}

interface RowEditorProps {
  row: Row;
  rows: Row[];
  open: boolean;
  troubles: Trouble[];
  onOpen: () => void;
  onChange: (fields: Partial<Row>) => void;
  onDelete: () => void;
}

const numbers = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .map(Number)
    .filter((value) => Number.isInteger(value) && value > 0);

function RowEditor({ row, rows, open, troubles, onOpen, onChange, onDelete }: RowEditorProps) {
  const said = kRelations.filter((relation) => typeof row[relation] === "string");
  const named = (list: number[] | undefined): string =>
    (list ?? []).map((idx) => `${idx} ${rows.find((one) => one.ent_idx === idx)?.entity ?? "?"}`).join(", ");
  const text = (label: string, name: string, value: string, set: (value: string) => void) => (
    <label>
      {label}
      <input value={value} aria-label={`${label} of ${row.entity}`} name={name} onChange={(event) => set(event.currentTarget.value)} />
    </label>
  );
  return (
    <li class={`${open ? "open" : ""} ${row.dx_status}`} value={row.ent_idx}>
      <div class="line">
        <button type="button" class="sentence" aria-expanded={open} onClick={onOpen} dir="auto">
          {row.entity}
          <span class="quiet"> {said.map((relation) => `${relation} ${String(row[relation])}`).join(" · ")}</span>
        </button>
        <button
          type="button"
          class={`chip ${row.dx_status === "positive" ? "abnormal" : "normal"}`}
          onClick={() => onChange({ dx_status: row.dx_status === "positive" ? "negative" : "positive" })}
        >
          {row.dx_status}
        </button>
        <button type="button" class="small" aria-label={`Delete ${row.entity}`} onClick={onDelete}>
          Delete
        </button>
      </div>
      {troubles.map((one) => (
        <p class="trouble">{one.message}</p>
      ))}
      {open && (
        <div class="fields">
          {text("entity", "entity", row.entity, (value) => onChange({ entity: value }))}
          <label>
            category
            <select aria-label={`category of ${row.entity}`} onChange={(event) => onChange({ cat: event.currentTarget.value })}>
              {kCategories.map((category) => (
                <option value={category} selected={row.cat === category} title={kCategoryWords[category] ?? ""}>
                  {category}
                </option>
              ))}
            </select>
          </label>
          <label>
            certainty
            <select aria-label={`certainty of ${row.entity}`} onChange={(event) => onChange({ dx_certainty: event.currentTarget.value })}>
              {["definitive", "tentative"].map((word) => (
                <option value={word} selected={row.dx_certainty === word}>
                  {word}
                </option>
              ))}
            </select>
          </label>
          {kRelations.map((relation) => text(relation, relation, String(row[relation] ?? ""), (value) => onChange({ [relation]: value })))}
          {text("associate", "associate", (row.associate ?? []).join(", "), (value) => onChange({ associate: numbers(value) }))}
          {text("evidence", "evidence", (row.evidence ?? []).join(", "), (value) => onChange({ evidence: numbers(value) }))}
          {(row.associate ?? []).length > 0 && <span class="quiet">with {named(row.associate)}</span>}
        </div>
      )}
    </li>
  );
}

// A patient's studies side by side: a line an entity group, a column a study. Entities are dragged, or moved by keys,
// from group to group; a click changes the episode.
function Timeline({ number, onProblem }: { number: number; onProblem: (problem: unknown) => void }) {
  const [studies, setStudies] = useState<Study[]>([]);
  const [touched, setTouched] = useState<Set<number>>(new Set());
  const [who, setWho] = useWho();
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<{ study: number; ent: number }>();
  useEffect(() => {
    get<Study>(`/v1/studies/${number}`)
      .then((first) => Promise.all(first.patient.map((i) => get<Study>(`/v1/studies/${i}`))))
      .then((all) => setStudies(all.sort((a, b) => a.sequence - b.sequence)), onProblem);
  }, [number]);
  const groups = [...new Set(studies.flatMap((study) => study.rows.map((row) => row.entity_group ?? "")))].sort();
  const change = (study: number, ent: number, fields: Partial<Row>): void => {
    setStudies(
      studies.map((one) =>
        one.number === study ? { ...one, rows: one.rows.map((row) => (row.ent_idx === ent ? ({ ...row, ...fields } as Row) : row)) } : one,
      ),
    );
    setTouched(new Set([...touched, study]));
    setSaid("");
  };
  const move = (study: number, row: Row, step: number): void => {
    const at = groups.indexOf(row.entity_group ?? "");
    const to = groups[at + step];
    if (to !== undefined) change(study, row.ent_idx, { entity_group: to });
  };
  const save = async (): Promise<void> => {
    if (who.trim() === "") {
      setSaid("Say who annotates before you keep it.");
      return;
    }
    try {
      const fresh = new Map<number, Study>();
      for (const study of studies.filter((one) => touched.has(one.number)))
        fresh.set(study.number, await put<Study>(`/v1/studies/${study.number}`, { who: who.trim(), why: "timeline", rows: study.rows }, { "If-Match": `"${study.version}"` }));
      setStudies(studies.map((one) => fresh.get(one.number) ?? one));
      setTouched(new Set());
      setSaid("Kept.");
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.status === 409) setSaid("Somebody kept one of these studies meanwhile: reload to see it. Yours is not kept.");
      else onProblem(problem);
    }
  };
  return (
    <main class="annotate">
      <div class="toolbar">
        <a href="#/annotate">Studies</a>
        <h1>{studies[0]?.subject}</h1>
        <span class="quiet">drag an entity to another group, or Alt+↑ ↓; + and − change its episode</span>
      </div>
      <div class="timeline">
        <table class="cases">
          <thead>
            <tr>
              <th scope="col">Group</th>
              {studies.map((study) => (
                <th scope="col">
                  <a href={`#/annotate/${study.number}`}>{study.study}</a>
                  {study.day !== null && <small class="quiet"> day {study.day}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => {
                  if (dragged) change(dragged.study, dragged.ent, { entity_group: group });
                  setDragged(undefined);
                }}
              >
                <th scope="row" dir="auto">
                  {group === "" ? "none" : group}
                </th>
                {studies.map((study) => (
                  <td>
                    {study.rows
                      .filter((row) => (row.entity_group ?? "") === group)
                      .map((row) => (
                        <button
                          type="button"
                          class={`entity-chip episode-${(row.episode ?? 0) % 6} ${row.dx_status}`}
                          draggable
                          onDragStart={() => setDragged({ study: study.number, ent: row.ent_idx })}
                          onKeyDown={(event) => {
                            if (event.altKey && event.key === "ArrowDown") move(study.number, row, 1);
                            else if (event.altKey && event.key === "ArrowUp") move(study.number, row, -1);
                            else if (event.key === "+") change(study.number, row.ent_idx, { episode: (row.episode ?? 0) + 1 });
                            else if (event.key === "-") change(study.number, row.ent_idx, { episode: Math.max(1, (row.episode ?? 1) - 1) });
                            else return;
                            event.preventDefault();
                          }}
                          title={`${row.dx_status}, episode ${row.episode ?? "–"}`}
                          dir="auto"
                        >
                          {row.entity} <small>{row.episode ?? "–"}</small>
                        </button>
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          Who <input id="who" value={who} onInput={(event) => setWho(event.currentTarget.value)} autocomplete="name" />
        </label>
        <button type="submit" class="primary" disabled={touched.size === 0}>
          Keep
        </button>
        <span class="quiet" id="said" role="status">
          {said}
        </span>
      </form>
    </main>
  );
}
