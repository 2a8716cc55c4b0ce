// A report beside its rows: select words to make an entity, fill in what is said of it, see what is wrong, keep it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiProblem, get, latest, post, put } from "./api";
import "./annotate.css";
import { RowList } from "./rows";
import { kRelations, piecesOf, placesOf, relate, removed, sentenceAt, sentenceOf, unrelate, type Link, type Row, type Study, type Trouble } from "./study";
import { Timeline } from "./timeline";
import { useWarningOf } from "./unkept";
import { useWho } from "./who";

interface Listed {
  subject: string;
  study: string;
  sequence: number;
  day: number | null;
  version: number;
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
  const [picked, setPicked] = useState<number>();
  const edited = useRef(""); // the field that is being typed into: its letters are one change
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
    setPicked(undefined);
    edited.current = "";
  };
  useEffect(() => {
    setSaid("");
    get<Study>(path).then(take, onProblem);
  }, [path]);
  const rows = history_[history_.length - 1] ?? [];
  const changed = history_.length > 1;
  const places = useMemo(() => (study ? placesOf(study) : []), [study]);
  const change = (fresh: Row[], typedInto = ""): void => {
    const more = changed && typedInto !== "" && typedInto === edited.current;
    edited.current = typedInto;
    setHistory([...(more ? history_.slice(0, -1) : history_), fresh]);
    check.current(fresh);
    setSaid("");
  };
  const undo = (): void => {
    if (!changed) return;
    const before = history_.slice(0, -1);
    edited.current = "";
    setHistory(before);
    check.current(before[before.length - 1] ?? []);
  };
  const set = (i: number, fields: Partial<Row>, typedInto = ""): void => {
    change(
      rows.map((row, at) => {
        if (at !== i) return row;
        const fresh: Row = { ...row, ...fields } as Row;
        for (const [name, value] of Object.entries(fresh)) if (name !== "entity" && (value === "" || value === undefined)) delete fresh[name];
        return fresh;
      }),
      typedInto === "" ? "" : `${i} ${typedInto}`,
    );
  };
  const relateTo = (from: number, to: number, link: Link): void => {
    const fresh = relate(rows, from, to, link);
    if (typeof fresh === "string") setSaid(fresh);
    else change(fresh);
    setPicked(undefined);
  };
  const add = (words = selected): void => {
    if (!words || !study) return;
    const { section, sent_idx } = sentenceAt(places, words.unit);
    const fresh: Row = {
      section,
      sent_idx,
      ent_idx: Math.max(0, ...rows.map((row) => row.ent_idx)) + 1,
      entity: words.text,
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
  // The words of the report that are selected now.
  const selection = (): { text: string; unit: number } | undefined => {
    const range = getSelection();
    if (!range || range.isCollapsed || !paper.current || !range.anchorNode || !range.focusNode) return undefined;
    if (!paper.current.contains(range.anchorNode) || !paper.current.contains(range.focusNode)) return undefined;
    const a = offsetIn(paper.current, range.anchorNode, range.anchorOffset);
    const b = offsetIn(paper.current, range.focusNode, range.focusOffset);
    const text = (study?.report ?? "").slice(Math.min(a, b), Math.max(a, b));
    const begin = Math.min(a, b) + (text.length - text.trimStart().length);
    return text.trim() === "" ? undefined : { text: text.trim().replace(/\s+/g, " "), unit: begin };
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
      } else if (event.key === "e" && !typing && !event.ctrlKey && !event.altKey) {
        add(selection() ?? selected); // the browser tells of a selection later than of the key that follows it
      }
    };
    const onSelect = (): void => {
      const words = selection();
      if (words) setSelected(words);
    };
    addEventListener("keydown", onKey);
    document.addEventListener("selectionchange", onSelect);
    return () => {
      removeEventListener("keydown", onKey);
      document.removeEventListener("selectionchange", onSelect);
    };
  });
  const pieces = useMemo(() => (study ? piecesOf(study.report, places, rows) : []), [study, rows]);
  useWarningOf(changed);
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
                <button type="button" class="primary" id="make" onClick={() => add()}>
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
          <RowList
            rows={rows}
            current={current}
            picked={picked}
            troubles={troubles}
            sentence={(row) => {
              const place = sentenceOf(places, row);
              return place ? study.report.slice(place.begin, place.end) : "";
            }}
            onOpen={setCurrent}
            onChange={set}
            onDelete={(at) => change(removed(rows, at))}
            onPick={setPicked}
            onRelate={relateTo}
            onUnrelate={(a, b) => change(unrelate(rows, a, b))}
            onProblem={onProblem}
          />
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
