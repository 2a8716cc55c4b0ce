// More systems than two: each against the one that is looked at, by one metric.
import { useEffect, useState } from "preact/hooks";
import { getWhenReady } from "./api";
import { columnLabel } from "./runs";
import { shown } from "./text";

export interface Compared {
  n: number;
  mean_a: number;
  mean_b: number;
  difference: { value: number; interval: [number, number] };
  p: number;
}
interface SystemsProps {
  names: string[];
  current: number;
  column: string;
  address: (other: number) => string;
  onProblem: (problem: unknown) => void;
}

export const probability = (p: number): string => (p < 0.001 ? "< 0.001" : shown(p, 3));

export function Systems({ names, current, column, address, onProblem }: SystemsProps) {
  const [compared, setCompared] = useState<Record<number, Compared>>({});
  useEffect(() => {
    let wanted = true;
    setCompared({});
    names.forEach((_, i) => {
      if (i === current) return;
      getWhenReady<Compared>(`/v1/compare?a=${i}&b=${current}&column=${encodeURIComponent(column)}`).then(
        (result) => wanted && setCompared((old) => ({ ...old, [i]: result })),
        onProblem,
      );
    });
    return () => {
      wanted = false;
    };
  }, [current, column, names.join()]);
  const best = names.map((_, i) => i).sort((a, b) => (compared[b]?.difference.value ?? 0) - (compared[a]?.difference.value ?? 0));
  return (
    <section class="systems" aria-labelledby="systems-title">
      <h2 id="systems-title">
        All systems by {columnLabel(column)} <small>against {names[current]}, on the cases that both have</small>
      </h2>
      <table class="cases">
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col" class="number">
              Mean
            </th>
            <th scope="col" class="number">
              Difference
            </th>
            <th scope="col" class="number">
              95% interval
            </th>
            <th scope="col" class="number">
              p
            </th>
            <th scope="col" class="number">
              Cases
            </th>
          </tr>
        </thead>
        <tbody>
          {best.map((i) => {
            const one = compared[i];
            const itself = Object.values(compared)[0];
            return (
              <tr class={i === current ? "current" : ""}>
                <th scope="row" dir="auto">
                  {i === current ? names[i] : <a href={address(i)}>{names[i]}</a>}
                </th>
                <td class="number">{shown(i === current ? itself?.mean_b : one?.mean_a, 3)}</td>
                <td class="number">{one ? `${one.difference.value >= 0 ? "+" : "−"}${shown(Math.abs(one.difference.value), 3)}` : ""}</td>
                <td class="number">{one ? `${shown(one.difference.interval[0], 3)} to ${shown(one.difference.interval[1], 3)}` : ""}</td>
                <td class="number">{one ? probability(one.p) : ""}</td>
                <td class="number">{one?.n ?? ""}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
