// The report: what `fiducial report` writes, drawn from the data in its own file.
import { render } from "preact";
import { Bars, Histogram, rangeOf } from "./charts";
import { Marked } from "./editor";
import { Ledger } from "./ledger";
import { byTag, columnLabel, firstColumn, kOutcomes, kindsOf, type Run } from "./runs";
import { headlineColumns, Summary } from "./summary";
import { shown } from "./text";
import { Legend } from "./legend";
import type { Account } from "./types";

interface Worst {
  case: number;
  id: string;
  reference: string;
  candidate: string;
  account: Account;
}

interface Comparison {
  column: string;
  system: string;
  baseline: string;
  n: number;
  difference: { value: number | null; interval: [number | null, number | null] };
  p: number | null;
  p_holm: number | null;
}

interface Data {
  version: string;
  anonymous: boolean;
  command: string;
  runs: (Run & { worst?: Worst[] })[];
  comparisons: Comparison[];
}

const p = (value: number | null): string => (value === null ? "–" : value < 0.001 ? "<0.001" : shown(value, 3));

function Comparisons({ list }: { list: Comparison[] }) {
  if (list.length === 0) return null;
  return (
    <section>
      <h2>Systems compared with {list[0]?.baseline}</h2>
      <div class="panel">
        <table class="summary">
          <thead>
            <tr>
              <th scope="col">System</th>
              <th scope="col">Metric</th>
              <th scope="col" class="number">
                Difference
              </th>
              <th scope="col">95% interval</th>
              <th scope="col" class="number">
                p
              </th>
              <th scope="col" class="number">
                p (Holm)
              </th>
              <th scope="col" class="number">
                n
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr>
                <th scope="row">{one.system}</th>
                <td>{columnLabel(one.column)}</td>
                <td class="number value">{shown(one.difference.value, 3)}</td>
                <td class="quiet">
                  {shown(one.difference.interval[0], 3)} – {shown(one.difference.interval[1], 3)}
                </td>
                <td class="number">{p(one.p)}</td>
                <td class="number">{p(one.p_holm)}</td>
                <td class="number quiet">{one.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Charts({ runs }: { runs: Run[] }) {
  const first = runs[0];
  if (!first) return null;
  const column = firstColumn(first);
  const series = runs.map((run) => ({ name: run.name, values: run.columns[column] ?? [] }));
  const all = (run: Run): number[] => run.ids.map((_, i) => i);
  const mean = (values: (number | null)[] | undefined): number =>
    (values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0) / Math.max(1, values?.length ?? 0);
  const kinds = kindsOf(first);
  const kindBars = (kinds.length > 0 ? kinds : kOutcomes).map((kind) => ({
    name: kind,
    label: kind.replace("clinical.", ""),
    values: runs.map((run) => (kinds.length > 0 ? 100 * mean(run.columns[kind]) : mean(run.outcomes[kind]))),
    ...(runs.length === 1 && kinds.length === 0 ? { kind } : {}),
  }));
  const tagBars = (tags: "regions" | "concepts", most: number) => {
    const others = runs.slice(1).map((run) => new Map(byTag(run[tags], run.columns[column] ?? [], all(run)).map((row) => [row.name, row.mean])));
    return byTag(first[tags], first.columns[column] ?? [], all(first))
      .slice(0, most)
      .map((row) => ({ name: row.name, values: [row.mean, ...others.map((map) => map.get(row.name) ?? null)], note: `${row.n}` }));
  };
  return (
    <div class="panels">
      <section class="panel">
        <Histogram series={series} range={rangeOf(series)} label={`${columnLabel(column)}: how the cases are spread`} />
      </section>
      <section class="panel">
        <Bars
          bars={kindBars.filter((bar) => bar.values.some((value) => value > 0))}
          label={kinds.length > 0 ? "Errors by kind, per 100 reports" : "Abnormal findings by outcome, per report"}
          digits={kinds.length > 0 ? 0 : 2}
        />
      </section>
      <section class="panel">
        <Bars bars={tagBars("regions", 10)} full={1} label={`${columnLabel(column)} by part of the body, with the number of cases`} />
      </section>
      <section class="panel">
        <Bars bars={tagBars("concepts", 14)} full={1} label={`${columnLabel(column)} by finding, with the number of cases`} />
      </section>
    </div>
  );
}

function WorstCases({ run }: { run: Data["runs"][number] }) {
  if (!run.worst || run.worst.length === 0) return null;
  const column = firstColumn(run);
  const none = new Map();
  return (
    <section class="worst">
      <h2>
        The worst cases of {run.name} <small>by {columnLabel(column)}</small>
      </h2>
      <Legend />
      {run.worst.map((one) => (
        <article>
          <h3 dir="auto">
            {one.id}{" "}
            <span class="quiet">
              {columnLabel(column)} {shown(run.columns[column]?.[one.case])}
            </span>
          </h3>
          <div class="reports">
            <div class="paper">
              <div class="marks" dir="auto">
                <Marked text={one.reference} side={one.account.reference} roles={none} />
              </div>
            </div>
            <div class="paper">
              <div class="marks" dir="auto">
                {one.candidate.trim() === "" ? (
                  <span class="quiet">(empty)</span>
                ) : (
                  <Marked text={one.candidate} side={one.account.candidate} roles={none} />
                )}
              </div>
            </div>
          </div>
          {one.account.errors && one.account.errors.length > 0 && (
            <ul class="errors">
              {one.account.errors.map((error) => (
                <li>
                  <span class={`chip ${error.significance}`}>{error.kind}</span>
                  <span class="sentence" dir="auto">
                    {error.text}
                  </span>
                  <span class="weight">
                    {error.significance}, {shown(error.weight)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <Ledger account={one.account} active={undefined} onActive={() => undefined} still />
        </article>
      ))}
    </section>
  );
}

function Report({ data }: { data: Data }) {
  const first = data.runs[0];
  if (!first) return null;
  const columns = headlineColumns(first);
  const pairs = data.runs.map((run) => `${run.name}: ${run.pairs} cases${run.failed > 0 ? `, ${run.failed} not read` : ""}`);
  return (
    <main class="report">
      <header>
        <h1>{data.runs.map((run) => run.name).join(", ")}</h1>
        <p class="quiet">{pairs.join(" · ")}</p>
      </header>
      <div class="panel">
        <Summary runs={data.runs} columns={columns} />
      </div>
      <Comparisons list={data.comparisons} />
      <Charts runs={data.runs} />
      {data.runs.map((run) => (
        <WorstCases run={run} />
      ))}
      <section class="how">
        <h2>How to repeat and cite it</h2>
        <p>
          <code>{data.command}</code>, with Fiducial {data.version}; intervals by {first.bootstrap.resamples} bootstrap
          resamples, seed {first.bootstrap.seed}. Two numbers with one signature are comparable:
        </p>
        <ul class="signatures">
          {Object.values(first.signatures).map((signature) => (
            <li>
              <code>{signature}</code>
            </li>
          ))}
        </ul>
        <p class="quiet">A research tool: not for diagnosis or treatment.{data.anonymous && " The texts of the reports were left out."}</p>
      </section>
    </main>
  );
}

const source = document.getElementById("data")?.textContent;
const root = document.getElementById("report");
if (source && root) render(<Report data={JSON.parse(source) as Data} />, root);
