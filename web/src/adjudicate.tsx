// Change a match, a label or a finding of a case, see the score move, keep it with your name and reason.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiProblem, get, getWhenReady, latest, post, put } from "./api";
import { shown } from "./text";
import { useWarningOf } from "./unkept";
import { useWho } from "./who";

interface TagPair {
  ref_sentence: string;
  gen_sentence: string;
  normality: string;
  anatomical_relationship: string | null;
  asserted_abnormality_relationship: string | null;
  negated_abnormality_relationship: string | null;
  details_of_abnormality_relationship: string | null;
}
interface Unmatched {
  sentence_is_from: "Ref" | "Gen";
  sentence: string;
  normality: string;
}
interface Tag {
  name?: string;
  findings: { pairs: TagPair[]; unmatched_sentences: Unmatched[] };
}
interface Scored {
  score: number;
  pairs: { weight: number; credit: number }[];
}
interface State {
  id: string;
  version: number;
  reference: string;
  candidate: string;
  read_by: string;
  tag: Tag;
  read: Tag;
  read_score: number;
  scored: Scored;
  journal: { version: number; who: string; why: string; time: string; score: number }[];
}

type Change = (tag: Tag) => Tag;

const kRelations = ["equivalent", "part-whole", "null"];
const kDetails = ["equivalent", "partial", "none", "null"];
const kLabels: { field: keyof TagPair; label: string; words: string[] }[] = [
  { field: "anatomical_relationship", label: "place", words: kRelations },
  { field: "asserted_abnormality_relationship", label: "asserted", words: kRelations },
  { field: "negated_abnormality_relationship", label: "denied", words: kRelations },
  { field: "details_of_abnormality_relationship", label: "details", words: kDetails },
];

const without = <T,>(list: T[], at: number): T[] => list.filter((_, i) => i !== at);

// A sentence is unmatched only if no pair has it.
function unmatchedAgain(tag: Tag, pair: TagPair): Unmatched[] {
  const rest = tag.findings.pairs.filter((one) => one !== pair);
  const list: Unmatched[] = [];
  if (!rest.some((one) => one.ref_sentence === pair.ref_sentence))
    list.push({ sentence_is_from: "Ref", sentence: pair.ref_sentence, normality: pair.normality });
  if (!rest.some((one) => one.gen_sentence === pair.gen_sentence))
    list.push({ sentence_is_from: "Gen", sentence: pair.gen_sentence, normality: pair.normality });
  return list;
}

export const unmatch = (at: number): Change => (tag) => {
  const pair = tag.findings.pairs[at];
  if (!pair) return tag;
  return {
    ...tag,
    findings: {
      pairs: without(tag.findings.pairs, at),
      unmatched_sentences: [...tag.findings.unmatched_sentences, ...unmatchedAgain(tag, pair)],
    },
  };
};

export const match = (ref: Unmatched, gen: Unmatched): Change => (tag) => ({
  ...tag,
  findings: {
    pairs: [
      ...tag.findings.pairs,
      {
        ref_sentence: ref.sentence,
        gen_sentence: gen.sentence,
        normality: ref.normality,
        anatomical_relationship: "equivalent",
        asserted_abnormality_relationship: ref.normality === "abnormal" ? "equivalent" : "null",
        negated_abnormality_relationship: ref.normality === "abnormal" ? "null" : "equivalent",
        details_of_abnormality_relationship: "null",
      },
    ],
    unmatched_sentences: tag.findings.unmatched_sentences.filter(
      (one) =>
        !(one.sentence_is_from === "Ref" && one.sentence === ref.sentence) &&
        !(one.sentence_is_from === "Gen" && one.sentence === gen.sentence),
    ),
  },
});

const relabel = (at: number, field: keyof TagPair, value: string): Change => (tag) => ({
  ...tag,
  findings: {
    ...tag.findings,
    pairs: tag.findings.pairs.map((pair, i) => (i === at ? { ...pair, [field]: value } : pair)),
  },
});

// Both sentences of a match are normal, or both are not.
const renormal = (at: number): Change => (tag) => ({
  ...tag,
  findings: {
    ...tag.findings,
    pairs: tag.findings.pairs.map((pair, i) => (i === at ? { ...pair, normality: pair.normality === "abnormal" ? "normal" : "abnormal" } : pair)),
  },
});

const deletePair = (at: number): Change => (tag) => ({
  ...tag,
  findings: { ...tag.findings, pairs: without(tag.findings.pairs, at) },
});

const changeUnmatched = (at: number, fresh: Unmatched | undefined): Change => (tag) => ({
  ...tag,
  findings: {
    ...tag.findings,
    unmatched_sentences: tag.findings.unmatched_sentences.flatMap((one, i) => (i === at ? (fresh ? [fresh] : []) : [one])),
  },
});

interface AdjudicateProps {
  run: number;
  id: string;
  back: string;
  onProblem: (problem: unknown) => void;
}

export function Adjudicate({ run, id, back, onProblem }: AdjudicateProps) {
  const path = `/v1/runs/${run}/cases/${encodeURIComponent(id)}/tag`;
  const [state, setState] = useState<State>();
  const [tags, setTags] = useState<Tag[]>([]); // the last is in force; the others can be come back to
  const [undone, setUndone] = useState<Tag[]>([]);
  const [scored, setScored] = useState<Scored>();
  const [picked, setPicked] = useState<{ Ref?: string; Gen?: string }>({});
  const [who, setWho] = useWho();
  const [why, setWhy] = useState("");
  const [said, setSaid] = useState("");
  const [conflict, setConflict] = useState<State>();
  const ask = useRef(
    latest((tag: Tag) => post<Scored>("/v1/radsem/score", { tag }), setScored, (problem) => onProblem(problem)),
  );

  const take = (fresh: State): void => {
    setState(fresh);
    setTags([fresh.tag]);
    setUndone([]);
    setScored(fresh.scored);
    setConflict(undefined);
    setPicked({});
  };
  useEffect(() => {
    getWhenReady<State>(path).then(take, onProblem);
  }, [path]);

  const tag = tags[tags.length - 1];
  const changed = tags.length > 1;
  const apply = (change: Change): void => {
    if (!tag) return;
    const fresh = change(tag);
    setTags([...tags, fresh]);
    setUndone([]);
    setSaid("");
    ask.current(fresh);
  };
  const undo = (): void => {
    const last = tags[tags.length - 1];
    const before = tags[tags.length - 2];
    if (!last || !before) return;
    setTags(tags.slice(0, -1));
    setUndone([...undone, last]);
    ask.current(before);
  };
  const redo = (): void => {
    const next = undone[undone.length - 1];
    if (!next) return;
    setUndone(undone.slice(0, -1));
    setTags([...tags, next]);
    ask.current(next);
  };
  const save = (version: number): void => {
    if (!tag || who.trim() === "") {
      setSaid("Say who decides before you save.");
      return;
    }
    put<State>(path, { who: who.trim(), why: why.trim(), tag }, { "If-Match": `"${version}"` }).then(
      (fresh) => {
        take(fresh);
        setWhy("");
        setSaid(`Kept as decision ${fresh.version}.`);
      },
      (problem) => {
        if (!(problem instanceof ApiProblem) || problem.status !== 409) {
          onProblem(problem);
          return;
        }
        get<State>(path).then(setConflict, onProblem);
      },
    );
  };

  const unmatched = tag?.findings.unmatched_sentences ?? [];
  const pickedRef = unmatched.find((one) => one.sentence_is_from === "Ref" && one.sentence === picked.Ref);
  const pickedGen = unmatched.find((one) => one.sentence_is_from === "Gen" && one.sentence === picked.Gen);
  const matchPicked = (): void => {
    if (!pickedRef || !pickedGen) return;
    apply(match(pickedRef, pickedGen));
    setPicked({});
  };
  // At once, not after the next picture: a key that follows typing must see what was typed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) {
        event.preventDefault();
        if (event.shiftKey) redo();
        else undo();
      }
      if ((event.ctrlKey || event.metaKey) && event.key === "s" && state) {
        event.preventDefault();
        save(state.version);
      }
      if (event.key === "m" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) matchPicked();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  useWarningOf(changed);

  const sorted = useMemo(
    () => (tag?.findings.pairs ?? []).map((pair, i) => ({ pair, i })).sort((a, b) => Number(a.pair.normality !== "abnormal") - Number(b.pair.normality !== "abnormal")),
    [tag],
  );
  if (!state || !tag) return <main />;
  const side = (from: "Ref" | "Gen", title: string) => (
    <div class="column">
      <h2>{title}</h2>
      <ul class="unmatched">
        {unmatched.map((one, i) =>
          one.sentence_is_from !== from ? null : (
            <li>
              <button
                type="button"
                class="sentence"
                aria-pressed={picked[from] === one.sentence}
                onClick={() => setPicked({ ...picked, [from]: picked[from] === one.sentence ? "" : one.sentence })}
                dir="auto"
              >
                {one.sentence}
              </button>
              <button
                type="button"
                class={`chip ${one.normality}`}
                title="normal or abnormal"
                onClick={() => apply(changeUnmatched(i, { ...one, normality: one.normality === "abnormal" ? "normal" : "abnormal" }))}
              >
                {one.normality}
              </button>
              <button type="button" class="small" aria-label={`Delete: ${one.sentence}`} onClick={() => apply(changeUnmatched(i, undefined))}>
                Delete
              </button>
            </li>
          ),
        )}
        {!unmatched.some((one) => one.sentence_is_from === from) && <li class="quiet">none</li>}
      </ul>
    </div>
  );
  const now = scored?.score ?? state.scored.score;
  return (
    <main class="adjudicate">
      <div class="toolbar">
        <a href={back}>Back to the case</a>
        <h1 dir="auto">{id}</h1>
        <span class="quiet">{state.version === 0 ? "nobody has decided yet" : `${state.version} ${state.version === 1 ? "decision" : "decisions"}`}</span>
      </div>
      <div class="moving" aria-live="polite">
        <div>
          <span class="name" title="who read the two reports">
            as read{state.read_by !== "embedded" && ` by ${state.read_by}`}
          </span> <span class="value">{shown(state.read_score, 3)}</span>
        </div>
        <div class="arrow" aria-hidden="true">
          →
        </div>
        <div>
          <span class="name">{changed ? "with your changes" : "in force"}</span>{" "}
          <strong class="value" id="now">
            {shown(now, 3)}
          </strong>
        </div>
        <div class="actions">
          <button type="button" onClick={undo} disabled={!changed}>
            Undo
          </button>
          <button type="button" onClick={redo} disabled={undone.length === 0}>
            Redo
          </button>
          <button type="button" onClick={() => apply(() => state.read)}>
            As read
          </button>
        </div>
      </div>
      <details class="texts">
        <summary>The two reports</summary>
        <div class="reports">
          {[state.reference, state.candidate].map((text, i) => (
            <div class="column">
              <h2>{i === 0 ? "Reference" : "Candidate"}</h2>
              <div class="paper">
                <div class="marks" dir="auto">
                  {text}
                </div>
              </div>
            </div>
          ))}
        </div>
      </details>
      <section aria-labelledby="pairs-title">
        <h2 id="pairs-title">Matches</h2>
        <table class="ledger pairs">
          <thead>
            <tr>
              <th scope="col">Reference</th>
              <th scope="col">Candidate</th>
              {kLabels.map(({ label }) => (
                <th scope="col">{label}</th>
              ))}
              <th scope="col">status</th>
              <th scope="col" class="number">
                Credit
              </th>
              <th scope="col">
                <span class="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ pair, i }) => (
              <tr class={pair.normality}>
                <td dir="auto">{pair.ref_sentence}</td>
                <td dir="auto">{pair.gen_sentence}</td>
                {kLabels.map(({ field, label, words }) => (
                  <td data-label={label}>
                    <select
                      aria-label={`${label} of ${pair.ref_sentence}`}
                      value={pair[field] ?? "null"}
                      onChange={(event) => apply(relabel(i, field, event.currentTarget.value))}
                    >
                      {words.map((word) => (
                        <option value={word} selected={(pair[field] ?? "null") === word}>
                          {word === "null" ? "–" : word}
                        </option>
                      ))}
                    </select>
                  </td>
                ))}
                <td>
                  <button type="button" class={`chip ${pair.normality}`} aria-label={`${pair.normality}: ${pair.ref_sentence}`} onClick={() => apply(renormal(i))}>
                    {pair.normality}
                  </button>
                </td>
                <td class="number">{shown(scored?.pairs[i]?.credit)}</td>
                <td class="change">
                  <button type="button" class="small" aria-label={`Unmatch: ${pair.ref_sentence}`} onClick={() => apply(unmatch(i))}>
                    Unmatch
                  </button>
                  <button type="button" class="small" aria-label={`Delete the match: ${pair.ref_sentence}`} onClick={() => apply(deletePair(i))}>
                    Delete
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {sorted.length === 0 && <p class="quiet">Nothing is matched.</p>}
      </section>
      <div class="reports">
        {side("Ref", "Only in the reference")}
        {side("Gen", "Only in the candidate")}
      </div>
      <p>
        <button type="button" id="match" onClick={matchPicked} disabled={!pickedRef || !pickedGen}>
          Match the two that are picked (m)
        </button>
      </p>
      {conflict && (
        <div class="problem" role="alert">
          <span>
            {conflict.journal[conflict.journal.length - 1]?.who} decided on this case while you worked. Yours is not kept yet.
          </span>
          <span>
            <button type="button" onClick={() => take(conflict)}>
              Take theirs
            </button>{" "}
            <button type="button" onClick={() => save(conflict.version)}>
              Decide over it
            </button>
          </span>
        </div>
      )}
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          save(state.version);
        }}
      >
        <label>
          Who <input id="who" value={who} onInput={(event) => setWho(event.currentTarget.value)} autocomplete="name" />
        </label>
        <label class="why">
          Why <input id="why" value={why} onInput={(event) => setWhy(event.currentTarget.value)} autocomplete="off" />
        </label>
        <button type="submit" class="primary" disabled={!changed}>
          Keep (Ctrl+S)
        </button>
        <span class="quiet" role="status" id="said">
          {said}
        </span>
      </form>
      {state.journal.length > 0 && (
        <section aria-labelledby="journal-title">
          <h2 id="journal-title">Journal</h2>
          <ol class="journal">
            {state.journal.map((one) => (
              <li>
                <strong>{one.who}</strong> <span class="quiet">{one.time.replace("T", " ").replace("Z", " UTC")}</span> {shown(one.score, 3)}{" "}
                <span dir="auto">{one.why}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </main>
  );
}
