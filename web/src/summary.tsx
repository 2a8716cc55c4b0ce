// The table of a run's means with their intervals, for one system or several side by side.
import { columnLabel, type Run } from "./runs";
import { shown } from "./text";

function interval(value: [number, number] | null | undefined): string {
  return value ? `${shown(value[0])} – ${shown(value[1])}` : "";
}

interface SummaryProps {
  runs: Run[];
  columns: string[];
  current?: string;
  onColumn?: (column: string) => void;
}

export function Summary({ runs, columns, current, onColumn }: SummaryProps) {
  const first = runs[0];
  if (!first) return null;
  return (
    <table class="summary">
      <thead>
        <tr>
          <th scope="col">Metric</th>
          {runs.map((run) => (
            <>
              <th scope="col" class="number">
                {runs.length > 1 ? run.name : "Mean"}
              </th>
              <th scope="col">{`${run.bootstrap.confidence}% interval`}</th>
            </>
          ))}
          <th scope="col" class="number">
            n
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr class={current === column ? "current" : ""}>
            <th scope="row">
              {onColumn ? (
                <button type="button" aria-pressed={current === column} onClick={() => onColumn(column)}>
                  {columnLabel(column)}
                </button>
              ) : (
                columnLabel(column)
              )}
            </th>
            {runs.map((run) => (
              <>
                <td class="number value">{shown(run.scores[column]?.mean, 3)}</td>
                <td class="quiet">{interval(run.scores[column]?.interval)}</td>
              </>
            ))}
            <td class="number quiet">{first.scores[column]?.n}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// The columns that a table of means begins with: the metrics themselves, not their parts.
export function headlineColumns(run: Run): string[] {
  const wanted = ["radsem", "radsem.run", "clinical", "radfact", "lunguage", "bleu4", "rougeL", "meteor"];
  return wanted.filter((column) => column in run.columns);
}
