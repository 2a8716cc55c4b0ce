// Charts as plain SVG: readable in both themes, on paper, and without a pointer.
import { shown } from "./text";

export interface Series {
  name: string;
  values: (number | null | undefined)[];
}

const kBins = 20;

export function binsOf(values: Series["values"], low: number, high: number): number[] {
  const bins = new Array<number>(kBins).fill(0);
  for (const value of values) {
    if (typeof value !== "number") continue;
    const at = Math.min(kBins - 1, Math.max(0, Math.floor(((value - low) / (high - low || 1)) * kBins)));
    bins[at] = (bins[at] ?? 0) + 1;
  }
  return bins;
}

// From 0 to 1 where the values allow it, so that two charts can be compared.
export function rangeOf(series: Series[]): [number, number] {
  const all = series.flatMap((one) => one.values.filter((value): value is number => typeof value === "number"));
  const low = all.reduce((a, b) => Math.min(a, b), 0);
  const high = all.reduce((a, b) => Math.max(a, b), low < 0 ? 0 : 1);
  return [low, high];
}

interface HistogramProps {
  series: Series[];
  label: string;
  range?: [number, number];
  onBin?: (low: number, high: number) => void;
}

export function Histogram({ series, label, range, onBin }: HistogramProps) {
  const [low, high] = range ?? rangeOf(series);
  const width = 560;
  const height = 150;
  const all = series.map((one) => binsOf(one.values, low, high));
  const most = Math.max(1, ...all.flat());
  const step = width / kBins;
  const bar = (step - 4) / series.length;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((at) => low + at * (high - low));
  const said = all.map((bins, s) => `${series[s]?.name}: ${bins.join(", ")}`).join("; ");
  return (
    <figure class="chart">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 -14 ${width} ${height + 34}`} role="img" aria-label={`${label}; cases in ${kBins} steps. ${said}`}>
        <line class="axis" x1="0" x2={width} y1={height} y2={height} />
        {all.map((bins, s) =>
          bins.map((count, i) => {
            const tall = (count / most) * (height - 6);
            const from = low + (i / kBins) * (high - low);
            const to = low + ((i + 1) / kBins) * (high - low);
            return (
              <rect
                class={`bar series-${s}${onBin ? " open" : ""}`}
                x={i * step + 2 + s * bar}
                width={bar}
                y={height - tall}
                height={tall}
                rx="2"
                onClick={onBin ? () => onBin(from, to) : undefined}
              >
                <title>{`${series[s]?.name}: ${count} from ${shown(from)} to ${shown(to)}`}</title>
              </rect>
            );
          }),
        )}
        {ticks.map((tick, i) => (
          <text x={(i / 4) * width} y={height + 16} text-anchor={i === 0 ? "start" : i === 4 ? "end" : "middle"}>
            {shown(tick)}
          </text>
        ))}
      </svg>
      {series.length > 1 && (
        <ul class="key">
          {series.map((one, s) => (
            <li class={`series-${s}`}>{one.name}</li>
          ))}
        </ul>
      )}
    </figure>
  );
}

export interface Bar {
  name: string;
  label?: string;
  values: (number | null)[]; // one a series
  note?: string;
  kind?: string; // a class: the colour of an outcome
  href?: string;
}

interface BarsProps {
  bars: Bar[];
  label: string;
  digits?: number;
  full?: number; // the value of a whole bar; the largest if missing
  onBar?: (name: string) => void;
  current?: string;
}

export function Bars({ bars, label, digits = 2, full, onBar, current }: BarsProps) {
  const most = full ?? Math.max(1e-9, ...bars.flatMap((bar) => bar.values.map((value) => value ?? 0)));
  return (
    <figure class="chart bars">
      <figcaption>{label}</figcaption>
      <table>
        <tbody>
          {bars.map((bar) => (
            <tr class={current === bar.name ? "current" : ""}>
              <th scope="row">
                {onBar ? (
                  <button type="button" aria-pressed={current === bar.name} onClick={() => onBar(bar.name)}>
                    {bar.label ?? bar.name}
                  </button>
                ) : (
                  (bar.label ?? bar.name)
                )}
              </th>
              <td class="track">
                {bar.values.map((value, s) => (
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect class={`bar ${bar.kind ?? `series-${s}`}`} width={Math.max(0, ((value ?? 0) / most) * 100)} height="10" />
                  </svg>
                ))}
              </td>
              <td class="number">{bar.values.map((value) => shown(value, digits)).join(" / ")}</td>
              {bar.note !== undefined && <td class="number quiet">{bar.note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
