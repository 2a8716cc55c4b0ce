// A run or several: how good, where not, and every case a click away.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiProblem, get } from "./api";
import { Bars, Histogram, rangeOf } from "./charts";
import { byTag, chosen, columnLabel, firstColumn, kOutcomes, kindsOf, type Filter, type Run, type RunCase } from "./runs";
import { headlineColumns, Summary } from "./summary";
import { Systems, type Compared } from "./systems";
import { shown } from "./text";
import { CaseView, type Pair } from "./try";

interface Listed {
  name: string;
  pairs: number;
  ready: boolean;
}

const kPage = 100;

// The filter stands in the address, so that a link leads to what was seen.
export function filterOf(query: URLSearchParams, run: Run): Filter {
  const number = (name: string, otherwise: number): number => {
    const text = query.get(name);
    return text === null || Number.isNaN(Number(text)) ? otherwise : Number(text);
  };
  const column = query.get("by") ?? "";
  return {
    column: column in run.columns ? column : firstColumn(run),
    ascending: query.get("order") !== "best",
    region: query.get("part") ?? "",
    concept: query.get("concept") ?? "",
    outcome: query.get("outcome") ?? "",
    id: query.get("id") ?? "",
    low: number("from", -Infinity),
    high: number("to", Infinity),
  };
}

function addressOf(run: number, filter: Filter, first: string, other: number | undefined, id?: string): string {
  const query = new URLSearchParams();
  if (filter.column !== first) query.set("by", filter.column);
  if (!filter.ascending) query.set("order", "best");
  if (filter.region !== "") query.set("part", filter.region);
  if (filter.concept !== "") query.set("concept", filter.concept);
  if (filter.outcome !== "") query.set("outcome", filter.outcome);
  if (filter.id !== "") query.set("id", filter.id);
  if (filter.low > -Infinity) query.set("from", String(filter.low));
  if (filter.high < Infinity) query.set("to", String(filter.high));
  if (other !== undefined) query.set("with", String(other));
  const text = query.toString();
  return `#/explore/${run}${id === undefined ? "" : `/case/${encodeURIComponent(id)}`}${text === "" ? "" : `?${text}`}`;
}

function useRuns(wanted: number[], onProblem: (problem: unknown) => void) {
  const [listed, setListed] = useState<Listed[]>();
  const [runs, setRuns] = useState<Record<number, Run>>({});
  const [again, setAgain] = useState(0);
  useEffect(() => {
    get<{ runs: Listed[] }>("/v1/runs").then((answer) => setListed(answer.runs), onProblem);
  }, [again]);
  useEffect(() => {
    if (!listed) return undefined;
    for (const i of wanted)
      if (listed[i]?.ready && !runs[i])
        get<Run>(`/v1/runs/${i}`).then((run) => setRuns((old) => ({ ...old, [i]: run })), onProblem);
    if (wanted.every((i) => listed[i]?.ready ?? true)) return undefined;
    const timer = setTimeout(() => setAgain(again + 1), 500);
    return () => clearTimeout(timer);
  }, [listed, wanted.join(",")]);
  return { listed, runs };
}

interface ExploreProps {
  parts: string[];
  query: URLSearchParams;
  onProblem: (problem: unknown) => void;
}

export function Explore({ parts, query, onProblem }: ExploreProps) {
  const number = Number(parts[0] ?? "0") || 0;
  const with_ = query.get("with");
  const other = with_ === null ? undefined : Number(with_);
  const { listed, runs } = useRuns(other === undefined ? [number] : [number, other], onProblem);
  const run = runs[number];
  if (listed?.length === 0)
    return (
      <main>
        <h1>Nothing to explore</h1>
        <p>
          Start the server with files of pairs, or folders of RadSEM runs: <code>fiducial serve model_a.jsonl model_b.jsonl</code>
        </p>
      </main>
    );
  if (listed && !listed[number])
    return (
      <main>
        <h1>There is no such run</h1>
        <p>
          <a href="#/explore">To the first one</a>
        </p>
      </main>
    );
  if (!listed || !run)
    return (
      <main>
        <p class="quiet" role="status">
          {listed ? `Measuring ${listed[number]?.pairs ?? ""} cases…` : "Loading…"}
        </p>
      </main>
    );
  const filter = filterOf(query, run);
  const address = (change: Partial<Filter>, to: { run?: number; other?: number | undefined; id?: string } = {}): string =>
    addressOf(to.run ?? number, { ...filter, ...change }, firstColumn(run), "other" in to ? to.other : other, to.id);
  if (parts[1] === "case" && parts[2] !== undefined)
    return (
      <OneCase run={run} number={number} id={parts[2]} filter={filter} address={address} onProblem={onProblem} />
    );
  return (
    <Overview
      listed={listed}
      run={run}
      number={number}
      other={other === undefined ? undefined : runs[other]}
      otherNumber={other}
      filter={filter}
      address={address}
      onProblem={onProblem}
    />
  );
}

type Address = (change: Partial<Filter>, to?: { run?: number; other?: number | undefined; id?: string }) => string;

interface OverviewProps {
  listed: Listed[];
  run: Run;
  number: number;
  other: Run | undefined;
  otherNumber: number | undefined;
  filter: Filter;
  address: Address;
  onProblem: (problem: unknown) => void;
}

const go = (address: string): void => {
  location.hash = address;
};

function Overview({ listed, run, number, other, otherNumber, filter, address, onProblem }: OverviewProps) {
  const cases = useMemo(() => chosen(run, filter), [run, JSON.stringify(filter), filter.low, filter.high]);
  const values = run.columns[filter.column] ?? [];
  const everything = useMemo(() => run.ids.map((_, i) => i), [run]);
  const withoutRange = useMemo(
    () => chosen(run, { ...filter, low: -Infinity, high: Infinity }),
    [run, JSON.stringify(filter)],
  );
  const series = [
    { name: run.name, values: withoutRange.map((i) => values[i]) },
    ...(other ? [{ name: other.name, values: other.columns[filter.column] ?? [] }] : []),
  ];
  const range = rangeOf([{ name: run.name, values }, ...(other ? [{ name: other.name, values: other.columns[filter.column] ?? [] }] : [])]);
  const filtered = cases.length !== run.ids.length;
  const toggle = (name: "region" | "concept" | "outcome", value: string): void =>
    go(address({ [name]: filter[name] === value ? "" : value }));
  return (
    <main class="explore">
      <div class="toolbar">
        {listed.length > 1 && (
          <>
            <label>
              System{" "}
              <select value={number} onChange={(event) => go(address({}, { run: Number(event.currentTarget.value) }))}>
                {listed.map((one, i) => (
                  <option value={i} selected={i === number}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              beside{" "}
              <select
                id="beside"
                value={otherNumber ?? ""}
                onChange={(event) => {
                  const value = event.currentTarget.value;
                  go(address({}, { other: value === "" ? undefined : Number(value) }));
                }}
              >
                <option value="">none</option>
                {listed.map((one, i) => i !== number && <option value={i} selected={i === otherNumber}>{one.name}</option>)}
              </select>
            </label>
          </>
        )}
        {listed.length === 1 && <h1>{run.name}</h1>}
        <span class="quiet" id="count" role="status">
          {filtered ? `${cases.length} of ${run.pairs} cases` : `${run.pairs} cases`}
          {run.failed > 0 && `, ${run.failed} records could not be read`}
        </span>
        {listed.length > 1 && (
          <a class="push" href={`#/rate/${number}/${otherNumber ?? (number === 0 ? 1 : 0)}`}>
            Rate blindly
          </a>
        )}
        {filtered && (
          <button type="button" onClick={() => go(address({ region: "", concept: "", outcome: "", id: "", low: -Infinity, high: Infinity }))}>
            Show all
          </button>
        )}
      </div>
      {other && otherNumber !== undefined && (
        <Difference a={number} b={otherNumber} run={run} other={other} column={filter.column} onProblem={onProblem} />
      )}
      {listed.length > 2 && (
        <Systems names={listed.map((one) => one.name)} current={number} column={filter.column} address={(i) => address({}, { other: i })} onProblem={onProblem} />
      )}
      <div class="panels">
        <section class="panel" aria-label="Means">
          <Summary
            runs={other ? [run, other] : [run]}
            columns={headlineColumns(run)}
            current={filter.column}
            onColumn={(column) => go(address({ column, low: -Infinity, high: Infinity }))}
          />
        </section>
        <section class="panel" aria-label="Distribution">
          <Histogram
            series={series}
            range={range}
            label={`${columnLabel(filter.column)}: how the cases are spread`}
            onBin={(low, high) => go(address({ low, high }))}
          />
        </section>
        <section class="panel" aria-label="What becomes of abnormal findings">
          <ErrorKinds run={run} other={other} cases={cases} current={filter.outcome} onKind={(kind) => toggle("outcome", kind)} />
        </section>
        <section class="panel" aria-label="By part of the body">
          <TagBars run={run} other={other} tags="regions" column={filter.column} cases={filter.region === "" ? cases : everything} label={`${columnLabel(filter.column)} by part of the body`} current={filter.region} onTag={(name) => toggle("region", name)} />
        </section>
        <section class="panel wide" aria-label="By finding">
          <TagBars run={run} other={other} tags="concepts" column={filter.column} cases={filter.concept === "" ? cases : everything} label={`${columnLabel(filter.column)} by finding`} current={filter.concept} onTag={(name) => toggle("concept", name)} />
        </section>
      </div>
      <CaseTable run={run} other={other} cases={cases} filter={filter} address={address} />
    </main>
  );
}

function Difference({ a, b, run, other, column, onProblem }: { a: number; b: number; run: Run; other: Run; column: string; onProblem: (problem: unknown) => void }) {
  const [result, setResult] = useState<Compared>();
  useEffect(() => {
    setResult(undefined);
    get<Compared>(`/v1/compare?a=${a}&b=${b}&column=${encodeURIComponent(column)}`).then(setResult, onProblem);
  }, [a, b, column]);
  if (!result) return null;
  const { value, interval } = result.difference;
  const clear = result.p < 0.05;
  return (
    <p class="difference">
      <strong>
        {columnLabel(column)} {value >= 0 ? "+" : "−"}
        {shown(Math.abs(value), 3)}
      </strong>{" "}
      for {run.name} over {other.name}, {shown(interval[0], 3)} to {shown(interval[1], 3)} (95%), on {result.n} cases that both have;
      p {result.p < 0.001 ? "< 0.001" : `= ${shown(result.p, 3)}`} by paired randomization
      {clear ? "." : ": not told apart from chance."}
    </p>
  );
}

interface KindsProps {
  run: Run;
  other: Run | undefined;
  cases: number[];
  current: string;
  onKind: (kind: string) => void;
}

// Errors by kind where the metric is there; else what became of the abnormal findings.
function ErrorKinds({ run, other, cases, current, onKind }: KindsProps) {
  const kinds = kindsOf(run);
  const mean = (of: (number | null)[] | undefined, list: number[]): number =>
    list.reduce((sum, i) => sum + (of?.[i] ?? 0), 0) / Math.max(1, list.length);
  const all = other ? other.ids.map((_, i) => i) : [];
  if (kinds.length > 0) {
    const bars = kinds
      .map((kind) => ({
        name: kind,
        label: kind.replace("clinical.", ""),
        values: [100 * mean(run.columns[kind], cases), ...(other ? [100 * mean(other.columns[kind], all)] : [])],
      }))
      .filter((bar) => bar.values.some((value) => value > 0))
      .sort((x, y) => (y.values[0] ?? 0) - (x.values[0] ?? 0));
    return <Bars bars={bars} label="Errors by kind, per 100 reports" digits={0} onBar={onKind} current={current} />;
  }
  const bars = kOutcomes.map((outcome) => ({
    name: outcome,
    kind: other ? undefined : outcome,
    values: [mean(run.outcomes[outcome], cases), ...(other ? [mean(other.outcomes[outcome], all)] : [])],
  }));
  return (
    <Bars
      bars={bars.map(({ kind, ...bar }) => (kind === undefined ? bar : { ...bar, kind }))}
      label="Abnormal findings by outcome, per report"
      onBar={onKind}
      current={current}
    />
  );
}

interface TagBarsProps {
  run: Run;
  other: Run | undefined;
  tags: "regions" | "concepts";
  column: string;
  cases: number[];
  label: string;
  current: string;
  onTag: (name: string) => void;
}

function TagBars({ run, other, tags, column, cases, label, current, onTag }: TagBarsProps) {
  const most = tags === "regions" ? 10 : 18;
  const rows = byTag(run[tags], run.columns[column] ?? [], cases);
  const theirs = other
    ? new Map(byTag(other[tags], other.columns[column] ?? [], other.ids.map((_, i) => i)).map((row) => [row.name, row.mean]))
    : undefined;
  const kept = rows.slice(0, most);
  const chosenRow = rows.find((row) => row.name === current);
  if (chosenRow && !kept.includes(chosenRow)) kept.push(chosenRow);
  return (
    <Bars
      bars={kept.map((row) => ({
        name: row.name,
        values: theirs ? [row.mean, theirs.get(row.name) ?? null] : [row.mean],
        note: `${row.n}`,
      }))}
      full={Math.max(1, ...kept.map((row) => row.mean))}
      label={label}
      onBar={onTag}
      current={current}
    />
  );
}

interface CaseTableProps {
  run: Run;
  other: Run | undefined;
  cases: number[];
  filter: Filter;
  address: Address;
}

function CaseTable({ run, other, cases, filter, address }: CaseTableProps) {
  const [shownRows, setShownRows] = useState(kPage);
  const columns = headlineColumns(run);
  if (!columns.includes(filter.column)) columns.unshift(filter.column);
  const theirs = useMemo(() => (other ? new Map(other.ids.map((id, i) => [id, i])) : undefined), [other]);
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (event: KeyboardEvent): void => {
    const links = [...(body.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const step = event.key === "ArrowDown" || event.key === "j" ? 1 : event.key === "ArrowUp" || event.key === "k" ? -1 : 0;
    if (step === 0 || at < 0) return;
    event.preventDefault();
    links[at + step]?.focus();
  };
  return (
    <section aria-labelledby="cases-title">
      <div class="cases-head">
        <h2 id="cases-title">Cases</h2>
        <input
          type="search"
          aria-label="Find a case by its id"
          placeholder="Find an id"
          value={filter.id}
          onInput={(event) => history.replaceState(null, "", address({ id: event.currentTarget.value }))}
          onChange={(event) => go(address({ id: event.currentTarget.value }))}
        />
      </div>
      <table class="cases many">
        <thead>
          <tr>
            <th scope="col">Case</th>
            {columns.map((column) => {
              const current = column === filter.column;
              return (
                <th
                  scope="col"
                  class="number"
                  aria-sort={current ? (filter.ascending ? "ascending" : "descending") : "none"}
                >
                  <button type="button" onClick={() => go(address({ column, ascending: current ? !filter.ascending : true, low: -Infinity, high: Infinity }))}>
                    {columnLabel(column)}
                    {current && <span aria-hidden="true">{filter.ascending ? " ↑" : " ↓"}</span>}
                  </button>
                </th>
              );
            })}
            {other && <th scope="col" class="number">{`${columnLabel(filter.column)}, ${other.name}`}</th>}
            <th scope="col">Abnormal findings</th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={move}>
          {cases.slice(0, shownRows).map((i) => {
            const id = run.ids[i] ?? "";
            const j = theirs?.get(id);
            return (
              <tr>
                <th scope="row">
                  <a href={address({}, { id })} dir="auto">
                    {id}
                  </a>
                </th>
                {columns.map((column) => (
                  <td class={`number${column === filter.column ? " current" : ""}`}>{shown(run.columns[column]?.[i])}</td>
                ))}
                {other && <td class="number">{j === undefined ? "–" : shown(other.columns[filter.column]?.[j])}</td>}
                <td>
                  <OutcomeDots run={run} i={i} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {cases.length === 0 && <p class="quiet">No case is like this.</p>}
      {cases.length > shownRows && (
        <button type="button" onClick={() => setShownRows(shownRows + kPage)}>
          Show {Math.min(kPage, cases.length - shownRows)} more of {cases.length - shownRows}
        </button>
      )}
    </section>
  );
}

// A dot a finding, in the colour of its outcome.
function OutcomeDots({ run, i }: { run: Run; i: number }) {
  const counts = ["contradicted", "missing", "invented", "partly", "matched"].map((outcome) => ({
    outcome,
    count: run.outcomes[outcome]?.[i] ?? 0,
  }));
  const said = counts.filter(({ count }) => count > 0).map(({ outcome, count }) => `${count} ${outcome}`);
  return (
    <span class="dots" role="img" aria-label={said.join(", ") || "none"} title={said.join(", ") || "none"}>
      {counts.flatMap(({ outcome, count }) =>
        Array.from({ length: Math.min(count, 12) }, () => <span class={`dot ${outcome}`} />),
      )}
    </span>
  );
}

interface OneCaseProps {
  run: Run;
  number: number;
  id: string;
  filter: Filter;
  address: Address;
  onProblem: (problem: unknown) => void;
}

function OneCase({ run, number, id, filter, address, onProblem }: OneCaseProps) {
  const [pair, setPair] = useState<Pair>();
  const [missing, setMissing] = useState(false);
  const cases = useMemo(() => chosen(run, filter), [run, JSON.stringify(filter), filter.low, filter.high]);
  const at = cases.findIndex((i) => run.ids[i] === id);
  const neighbour = (step: number): string | undefined => {
    const i = cases[at + step];
    return at < 0 || i === undefined ? undefined : run.ids[i];
  };
  useEffect(() => {
    setMissing(false);
    get<RunCase>(`/v1/runs/${number}/cases/${encodeURIComponent(id)}`).then(
      (found) => setPair({ reference: found.reference, candidate: found.candidate }),
      (problem) => {
        if (problem instanceof ApiProblem && problem.status === 404) setMissing(true);
        else onProblem(problem);
      },
    );
  }, [number, id]);
  // At once, not after the next picture: a key that follows typing must see what was typed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const to = event.key === "j" || event.key === "ArrowRight" ? neighbour(1) : event.key === "k" || event.key === "ArrowLeft" ? neighbour(-1) : undefined;
      if (to !== undefined) go(address({}, { id: to }));
      if (event.key === "Escape") go(address({}));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const before = neighbour(-1);
  const after = neighbour(1);
  return (
    <main class="try">
      <div class="toolbar">
        <a href={address({})}>{run.name}</a>
        <h1 dir="auto">{id}</h1>
        {before !== undefined && <a href={address({}, { id: before })}>previous</a>}
        {after !== undefined && <a href={address({}, { id: after })}>next</a>}
        <span class="quiet">{at >= 0 ? `${at + 1} of ${cases.length}` : ""}</span>
        <a class="push" href={`#/adjudicate/${number}/${encodeURIComponent(id)}`}>
          Adjudicate
        </a>
      </div>
      {missing && <p>The run has no such case.</p>}
      {pair && !missing && <CaseView pair={pair} onPair={setPair} onProblem={onProblem} />}
    </main>
  );
}
