// Blind rating: two candidates of a case in random order, 1 to 5 points and counts of errors by kind. The page does not
// know which system wrote which; the server keeps both ratings together.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Agreement, type AgreementRecord } from "./agreement";
import { ApiProblem, get, getWhenReady, put } from "./api";
import "./rate.css";
import { useWarningOf } from "./unkept";
import { useWho } from "./who";

interface Listed {
  name: string;
}
interface Overview {
  systems: [string, string];
  kinds: string[];
  cases: { id: string; raters: number; yours: boolean }[];
  different: number;
  agreement: AgreementRecord;
}
interface Judgement {
  rating: number;
  errors: Record<string, number>;
}
interface BlindCase {
  id: string;
  reference: string;
  age: string;
  indication: string;
  candidates: [string, string];
  version: number;
  kept: { candidates: [Judgement, Judgement]; why: string; time: string } | null;
}
type Both = [Judgement, Judgement];

const kPoints = [
  { points: 1, label: "wrong or dangerous" },
  { points: 2, label: "serious errors" },
  { points: 3, label: "usable after correction" },
  { points: 4, label: "small errors" },
  { points: 5, label: "as good as the reference" },
];
// What each kind counts, as docs/clinical.md has it.
const kKindWords: Record<string, string> = {
  missing: "not said",
  invented: "not in the reference",
  negation: "denied for present, or the reverse",
  side: "left for right",
  place: "another part of the organ",
  finding: "called something else",
  severity: "another degree or grade",
  size: "another size",
  count: "another number",
  acuity: "old for fresh",
  change: "larger for smaller, new for stable",
  device: "a tube that ends elsewhere",
  certainty: "definite for possible",
  attribution: "each other's attributes",
  appearance: "density, signal, margin, shape",
  organ: "another organ",
};
const kNothing: Judgement = { rating: 0, errors: {} };
const kMostErrors = 99;

interface RateProps {
  parts: string[];
  onProblem: (problem: unknown) => void;
}

export function Rate({ parts, onProblem }: RateProps) {
  const [listed, setListed] = useState<Listed[]>();
  useEffect(() => {
    get<{ runs: Listed[] }>("/v1/runs").then((answer) => setListed(answer.runs), onProblem);
  }, []);
  const a = Number(parts[0] ?? "0") || 0;
  const b = Number(parts[1] ?? "1") || 0;
  if (!listed) return <main />;
  if (listed.length < 2 || !listed[a] || !listed[b] || a === b)
    return (
      <main>
        <h1>Nothing to rate</h1>
        <p>
          Two candidates of each case are rated side by side, blindly. Start the server with the files of two systems:{" "}
          <code>fiducial serve model_a.jsonl model_b.jsonl</code>
        </p>
      </main>
    );
  return <Rating listed={listed} a={a} b={b} id={parts[2]} onProblem={onProblem} />;
}

function Rating({ listed, a, b, id, onProblem }: { listed: Listed[]; a: number; b: number; id: string | undefined; onProblem: (problem: unknown) => void }) {
  const [who, setWho] = useWho();
  const [overview, setOverview] = useState<Overview>();
  const [changes, setChanges] = useState(0);
  const name = who.trim();
  useEffect(() => {
    let current = true; // a later name must not be answered by an earlier one
    getWhenReady<Overview>(`/v1/rating?a=${a}&b=${b}&who=${encodeURIComponent(name)}`).then(
      (fresh) => current && setOverview(fresh),
      onProblem,
    );
    return () => {
      current = false;
    };
  }, [a, b, name, changes]);
  if (!overview) return <main />;
  const address = (to: string): string => `#/rate/${a}/${b}/${encodeURIComponent(to)}`;
  if (id === undefined || id === "" || name === "")
    return <CaseList listed={listed} a={a} b={b} who={who} onWho={setWho} overview={overview} address={address} />;
  return (
    <OneCase
      key={`${id} ${name}`}
      path={(query) => `/v1/rating/${encodeURIComponent(id)}?a=${a}&b=${b}${query}`}
      id={id}
      who={name}
      overview={overview}
      list={`#/rate/${a}/${b}`}
      address={address}
      onKept={() => setChanges((old) => old + 1)}
      onProblem={onProblem}
    />
  );
}

interface CaseListProps {
  listed: Listed[];
  a: number;
  b: number;
  who: string;
  onWho: (who: string) => void;
  overview: Overview;
  address: (id: string) => string;
}

function CaseList({ listed, a, b, who, onWho, overview, address }: CaseListProps) {
  const named = who.trim() !== "";
  const next = overview.cases.find((one) => !one.yours);
  const done = overview.cases.filter((one) => one.yours).length;
  const choose = (label: string, value: number, other: number, to: (chosen: number) => string) => (
    <label>
      {label}{" "}
      <select
        value={value}
        onChange={(event) => {
          location.hash = to(Number(event.currentTarget.value));
        }}
      >
        {listed.map((one, i) => i !== other && <option value={i} selected={i === value}>{one.name}</option>)}
      </select>
    </label>
  );
  return (
    <main class="rate">
      <div class="toolbar">
        <h1>Blind rating</h1>
        {choose("of", a, b, (chosen) => `#/rate/${chosen}/${b}`)}
        {choose("and", b, a, (chosen) => `#/rate/${a}/${chosen}`)}
        <span class="quiet" id="count" role="status">
          {overview.cases.length} cases{named && `, ${done} rated by you`}
          {overview.different > 0 && `; ${overview.different} left out, as the references differ`}
        </span>
      </div>
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          if (named && next) location.hash = address(next.id);
        }}
      >
        <label>
          Who <input id="who" value={who} onInput={(event) => onWho(event.currentTarget.value)} autocomplete="name" />
        </label>
        <button type="submit" class="primary" id="begin" disabled={!named || !next}>
          {done === 0 ? "Begin" : next ? "Go on" : "All are rated"}
        </button>
        {!named && <span class="quiet">Say who rates: every rater has a random order of his own.</span>}
      </form>
      <Agreement record={overview.agreement} runs={[a, b]} />
      <section aria-labelledby="rate-cases">
        <h2 id="rate-cases">Cases</h2>
        <table class="cases">
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Rated by you</th>
              <th scope="col" class="number">
                Raters
              </th>
            </tr>
          </thead>
          <tbody>
            {overview.cases.map((one) => (
              <tr>
                <th scope="row" dir="auto">
                  {named ? <a href={address(one.id)}>{one.id}</a> : one.id}
                </th>
                <td>{one.yours ? "✓" : ""}</td>
                <td class="number">{one.raters}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  );
}

interface OneCaseProps {
  path: (query: string) => string;
  id: string;
  who: string;
  overview: Overview;
  list: string;
  address: (id: string) => string;
  onKept: () => void;
  onProblem: (problem: unknown) => void;
}

function OneCase({ path, id, who, overview, list, address, onKept, onProblem }: OneCaseProps) {
  const [shown, setShown] = useState<BlindCase>();
  const [both, setBoth] = useState<Both>([kNothing, kNothing]);
  const [why, setWhy] = useState("");
  const [changed, setChanged] = useState(false);
  const [said, setSaid] = useState("");
  const [conflict, setConflict] = useState<BlindCase>();
  const take = (fresh: BlindCase): void => {
    setShown(fresh);
    setBoth(fresh.kept?.candidates ?? [kNothing, kNothing]);
    setWhy(fresh.kept?.why ?? "");
    setChanged(false);
    setConflict(undefined);
  };
  const load = (): Promise<BlindCase> => get<BlindCase>(path(`&who=${encodeURIComponent(who)}`));
  useEffect(() => {
    load().then(take, onProblem);
  }, []);
  const at = overview.cases.findIndex((one) => one.id === id);
  const neighbour = (step: number): string | undefined => overview.cases[at + step]?.id;
  const go = (to: string | undefined): void => {
    if (to !== undefined) location.hash = address(to);
  };
  const set = (i: number, fields: Partial<Judgement>): void => {
    setBoth(both.map((one, j) => (i === j ? { ...one, ...fields } : one)) as Both);
    setChanged(true);
    setSaid("");
  };
  const save = (version: number): void => {
    if (both.some((one) => one.rating === 0)) {
      setSaid("Rate both candidates before you keep it.");
      return;
    }
    put<BlindCase>(path(""), { who, why: why.trim(), candidates: both }, { "If-Match": `"${version}"` }).then(
      (fresh) => {
        take(fresh);
        setSaid("Kept.");
        onKept();
        const open = (one: { id: string; yours: boolean }): boolean => !one.yours && one.id !== id;
        const next = overview.cases.slice(at + 1).find(open) ?? overview.cases.find(open);
        location.hash = next ? address(next.id) : list;
      },
      (problem) => {
        if (problem instanceof ApiProblem && problem.status === 409) load().then(setConflict, onProblem);
        else if (problem instanceof ApiProblem && problem.status === 400) setSaid(problem.message);
        else onProblem(problem);
      },
    );
  };
  // At once, not after the next picture: a key that follows typing must see what was typed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && (event.key === "s" || event.key === "Enter") && shown) {
        event.preventDefault();
        save(shown.version);
        return;
      }
      const typing = event.target instanceof HTMLInputElement && event.target.type !== "radio";
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1];
      if (digit !== undefined) set(event.shiftKey ? 1 : 0, { rating: Number(digit) });
      else if (event.key === "j") go(neighbour(1));
      else if (event.key === "k") go(neighbour(-1));
      else if (event.key === "Escape") location.hash = list;
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  useWarningOf(changed);
  if (!shown) return <main />;
  return (
    <main class="rate">
      <div class="toolbar">
        <a href={list}>Cases</a>
        <h1 dir="auto">{id}</h1>
        {neighbour(-1) !== undefined && <a href={address(neighbour(-1) ?? "")}>previous</a>}
        {neighbour(1) !== undefined && <a href={address(neighbour(1) ?? "")}>next</a>}
        <span class="quiet">
          {at + 1} of {overview.cases.length}, {shown.version === 0 ? "not rated by you yet" : "rated by you"}
        </span>
      </div>
      <section aria-labelledby="rate-reference">
        <h2 id="rate-reference">
          Reference <small dir="auto">{[shown.age, shown.indication].filter((one) => one !== "").join(", ")}</small>
        </h2>
        <div class="paper">
          <div class="marks" dir="auto">
            {shown.reference}
          </div>
        </div>
      </section>
      <div class="reports">
        {both.map((one, i) => (
          <Candidate
            number={i + 1}
            text={shown.candidates[i] ?? ""}
            kinds={overview.kinds}
            judgement={one}
            onChange={(fields) => set(i, fields)}
          />
        ))}
      </div>
      {conflict && (
        <div class="problem" role="alert">
          <span>{who} kept another rating of this case while you worked. This one is not kept yet.</span>
          <span>
            <button type="button" onClick={() => take(conflict)}>
              Take the other
            </button>{" "}
            <button type="button" onClick={() => save(conflict.version)}>
              Keep this one
            </button>
          </span>
        </div>
      )}
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          save(shown.version);
        }}
      >
        <label class="why">
          Remark{" "}
          <input
            id="why"
            value={why}
            onInput={(event) => {
              setWhy(event.currentTarget.value);
              setChanged(true);
            }}
            autocomplete="off"
          />
        </label>
        <button type="submit" class="primary" disabled={!changed}>
          Keep (Ctrl+S)
        </button>
        <span class="quiet" role="status" id="said">
          {said}
        </span>
      </form>
    </main>
  );
}

interface CandidateProps {
  number: number;
  text: string;
  kinds: string[];
  judgement: Judgement;
  onChange: (fields: Partial<Judgement>) => void;
}

function Candidate({ number, text, kinds, judgement, onChange }: CandidateProps) {
  const count = (kind: string, value: number): void => {
    const errors = { ...judgement.errors, [kind]: Math.min(kMostErrors, Math.max(0, Math.trunc(value) || 0)) };
    if (errors[kind] === 0) delete errors[kind];
    onChange({ errors });
  };
  const total = Object.values(judgement.errors).reduce((sum, one) => sum + one, 0);
  const keys = number === 1 ? "keys 1 to 5" : "Shift and 1 to 5";
  return (
    <section class="candidate" aria-labelledby={`candidate-${number}`}>
      <h2 id={`candidate-${number}`}>Candidate {number}</h2>
      <div class="paper">
        <div class="marks" dir="auto">
          {text}
        </div>
      </div>
      <fieldset class="points">
        <legend>
          How right is it? <small>{keys}</small>
        </legend>
        {kPoints.map(({ points, label }) => (
          <label class={judgement.rating === points ? "chosen" : ""} title={label}>
            <input
              type="radio"
              name={`points-${number}`}
              aria-label={`candidate ${number}: ${points}, ${label}`}
              checked={judgement.rating === points}
              onChange={() => onChange({ rating: points })}
            />
            <strong>{points}</strong>
            <small>{label}</small>
          </label>
        ))}
      </fieldset>
      <fieldset class="kinds">
        <legend>
          Errors by kind <small>{total === 0 ? "none" : `${total} in all`}</small>
        </legend>
        {kinds.map((kind) => (
          <div class={`kind${judgement.errors[kind] ? " some" : ""}`}>
            <span title={kKindWords[kind] ?? ""}>{kind}</span>
            <button type="button" aria-label={`one ${kind} error less, candidate ${number}`} disabled={!judgement.errors[kind]} onClick={() => count(kind, (judgement.errors[kind] ?? 0) - 1)}>
              −
            </button>
            <input
              inputMode="numeric"
              aria-label={`${kind} errors of candidate ${number}`}
              value={judgement.errors[kind] ?? 0}
              onInput={(event) => count(kind, Number(event.currentTarget.value))}
            />
            <button type="button" aria-label={`one ${kind} error more, candidate ${number}`} onClick={() => count(kind, (judgement.errors[kind] ?? 0) + 1)}>
              +
            </button>
          </div>
        ))}
      </fieldset>
    </section>
  );
}
