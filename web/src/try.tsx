// Two reports side by side, scored as they are typed.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { AccountView } from "./account";
import { latest, post } from "./api";
import { Editor, rolesOf, type Active } from "./editor";
import { examples } from "./examples";
import { Ledger } from "./ledger";
import { Legend } from "./legend";
import { ParseDrawing, clauseAt } from "./parse";
import { kHeadlines, ScoreStrip } from "./scores";
import { shown } from "./text";
import type { Account, CaseError, Clause, Scores, Side } from "./types";

export interface Pair {
  reference: string;
  candidate: string;
}

interface Result extends Pair {
  account: Account;
  scores: Scores;
  clauses: { reference: Clause[]; candidate: Clause[] };
  milliseconds: number;
}

// The metrics that tell how they came to their score; RadSEM's account is the ledger.
const kAccounts = ["radfact", "lunguage"];

const kNothing: Side = { findings: [], left_out: [] };

async function measure(pair: Pair): Promise<Result> {
  const began = performance.now();
  const metrics = kHeadlines.map(({ metric }) => metric);
  const [account, scored, reference, candidate] = await Promise.all([
    post<Account>("/v1/explain", { ...pair, metrics: kAccounts }),
    post<{ scores: Scores }>("/v1/score", { ...pair, metrics }),
    post<{ clauses: Clause[] }>("/v1/findings", { text: pair.reference, trace: true }),
    post<{ clauses: Clause[] }>("/v1/findings", { text: pair.candidate, trace: true }),
  ]);
  return {
    ...pair,
    account,
    scores: scored.scores,
    clauses: { reference: reference.clauses, candidate: candidate.clauses },
    milliseconds: performance.now() - began,
  };
}

export function useMeasured(pair: Pair, onProblem: (problem: unknown) => void): Result | undefined {
  const [result, setResult] = useState<Result>();
  const ask = useRef(
    latest(
      measure,
      (fresh) => setResult(fresh),
      (problem) => onProblem(problem),
    ),
  );
  useEffect(() => ask.current(pair), [pair.reference, pair.candidate]);
  return result;
}

interface CaseProps {
  pair: Pair;
  onPair: (pair: Pair) => void;
  onProblem: (problem: unknown) => void;
}

// The case itself: editors, numbers, ledger and parse. Explore opens its cases in the same way.
export function CaseView({ pair, onPair, onProblem }: CaseProps) {
  const result = useMeasured(pair, onProblem);
  const [active, setActive] = useState<Active>();
  const [caret, setCaret] = useState<{ side: Active["side"]; unit: number }>({ side: "candidate", unit: 0 });
  // Marks belong to the text that they were made for; while a newer text is on its way there are none.
  const sideOf = (which: Active["side"]): Side | undefined =>
    result && result[which] === pair[which] ? result.account[which] : undefined;
  const clause = useMemo(() => {
    if (!result || result[caret.side] !== pair[caret.side]) return undefined;
    return clauseAt(pair[caret.side], result.clauses[caret.side], caret.unit);
  }, [result, caret, pair]);
  const setFinding = useCallback(
    (side: Active["side"]) => (finding: number | undefined) =>
      setActive((old) => {
        if (finding === undefined) return old === undefined ? old : undefined;
        return old?.side === side && old.finding === finding ? old : { side, finding };
      }),
    [],
  );
  const editor = (which: Active["side"], label: string) => (
    <Editor
      label={label}
      which={which}
      text={pair[which]}
      side={sideOf(which)}
      roles={rolesOf(
        which,
        active,
        sideOf(which) ?? kNothing,
        sideOf(which === "reference" ? "candidate" : "reference") ?? kNothing,
      )}
      onText={(text) => onPair({ ...pair, [which]: text })}
      onActive={setFinding(which)}
      onCaret={(unit) => setCaret({ side: which, unit })}
    />
  );
  return (
    <div class="case">
      <div class="reports">
        <div class="column">
          <h2>Reference</h2>
          {editor("reference", "Reference report")}
        </div>
        <div class="column">
          <h2>Candidate</h2>
          {editor("candidate", "Candidate report")}
        </div>
      </div>
      <Legend />
      {result && (
        <>
          <ScoreStrip account={result.account} scores={result.scores} />
          {result.account.errors && (
            <Errors account={result.account} list={result.account.errors} onActive={setActive} />
          )}
          <section aria-labelledby="ledger-title">
            <h2 id="ledger-title">Finding by finding</h2>
            <Ledger account={result.account} active={active} onActive={setActive} />
          </section>
          {result.account.accounts && (
            <section class="accounts" aria-labelledby="accounts-title">
              <h2 id="accounts-title">What the other metrics saw</h2>
              {Object.values(result.account.accounts).map((account) => (
                <AccountView account={account} />
              ))}
            </section>
          )}
          <section aria-labelledby="parse-title">
            <h2 id="parse-title">
              How it was read <small>the sentence at the cursor</small>
            </h2>
            {clause ? (
              <ParseDrawing text={pair[caret.side]} clause={clause} />
            ) : (
              <p class="quiet">Nothing to draw yet.</p>
            )}
          </section>
          <p class="timing quiet" data-ms={result.milliseconds.toFixed(1)}>
            answered in {Math.max(1, Math.round(result.milliseconds))} ms
          </p>
        </>
      )}
    </div>
  );
}

interface ErrorsProps {
  account: Account;
  list: CaseError[];
  onActive: (active: Active | undefined) => void;
}

// The finding of a report that an error speaks of.
function findingOf(error: CaseError, account: Account): Active | undefined {
  for (const side of ["candidate", "reference"] as const) {
    const words = error[side];
    if (!words) continue;
    const finding = account[side].findings.findIndex(
      (one) => one.span[0] === words.span[0] && one.span[1] === words.span[1] && one.concept === words.concept,
    );
    if (finding >= 0) return { side, finding };
  }
  return undefined;
}

function Errors({ account, list, onActive }: ErrorsProps) {
  return (
    <section aria-labelledby="errors-title">
      <h2 id="errors-title">
        Errors <small>{list.length}</small>
      </h2>
      {list.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <ul class="errors">
          {list.map((error) => {
            const show = (): void => onActive(findingOf(error, account));
            return (
              <li>
                <span class={`chip ${error.significance}`}>{error.kind}</span>
                <button
                  type="button"
                  class="sentence"
                  dir="auto"
                  onMouseEnter={show}
                  onFocus={show}
                  onMouseLeave={() => onActive(undefined)}
                  onBlur={() => onActive(undefined)}
                >
                  {error.text}
                </button>
                <span class="weight">
                  {error.significance}, {shown(error.weight)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const kKept = "fiducial-try";

function kept(): Pair {
  try {
    const pair = JSON.parse(sessionStorage.getItem(kKept) ?? "") as Pair;
    if (typeof pair.reference === "string" && typeof pair.candidate === "string") return pair;
  } catch {
    // Nothing was kept, or something else: begin with an example.
  }
  const first = examples.find((one) => one.id === "cxr-wrong-side") ?? examples[0];
  return { reference: first?.reference ?? "", candidate: first?.candidate ?? "" };
}

export function Try({ onProblem }: { onProblem: (problem: unknown) => void }) {
  const [pair, setPair] = useState<Pair>(kept);
  const change = (fresh: Pair): void => {
    setPair(fresh);
    try {
      sessionStorage.setItem(kKept, JSON.stringify(fresh));
    } catch {
      // Too large to keep over a reload.
    }
  };
  const groups = [...new Set(examples.map((one) => one.group))];
  return (
    <main class="try">
      <div class="toolbar">
        <label>
          Start from{" "}
          <select
            id="example"
            onChange={(event) => {
              const chosen = examples.find((one) => one.id === event.currentTarget.value);
              if (chosen) change({ reference: chosen.reference, candidate: chosen.candidate });
            }}
          >
            <option value="">an example…</option>
            {groups.map((group) => (
              <optgroup label={group}>
                {examples
                  .filter((one) => one.group === group)
                  .map((one) => (
                    <option value={one.id}>{one.title}</option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => change({ reference: pair.candidate, candidate: pair.reference })}>
          Swap
        </button>
        <button type="button" onClick={() => change({ reference: "", candidate: "" })}>
          Clear
        </button>
      </div>
      <CaseView pair={pair} onPair={change} onProblem={onProblem} />
    </main>
  );
}
