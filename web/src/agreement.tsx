// How far raters agree, and, if you ask, which system they prefer.
import { getText } from "./api";
import { shown } from "./text";

interface Alpha {
  alpha: number | null;
  interval: [number | null, number | null];
}
export interface AgreementRecord {
  raters: { who: string; rated: number }[];
  rating: Alpha;
  errors: Alpha;
  kinds: Record<string, number | null>;
  pairs: { raters: [string, string]; n: number; kappa: number | null; tau: number | null; same: number; within_one: number }[];
  result: { alike: number; systems: { system: string; preferred: number; mean_rating: number | null; mean_errors: number | null }[] };
}

const withInterval = (one: Alpha): string =>
  one.alpha === null ? "–" : `${shown(one.alpha)} (${shown(one.interval[0])} to ${shown(one.interval[1])})`;

export function Agreement({ record, runs }: { record: AgreementRecord; runs: [number, number] }) {
  if (record.raters.length === 0) return <p class="quiet">Nobody has rated yet.</p>;
  const kinds = Object.entries(record.kinds);
  const compared = record.pairs.filter((pair) => pair.n > 0);
  return (
    <section class="agreement" aria-labelledby="agreement-title">
      <h2 id="agreement-title">Agreement between raters</h2>
      <p class="quiet">{record.raters.map((one) => `${one.who} rated ${one.rated}`).join(", ")}.</p>
      {compared.length === 0 ? (
        <p class="quiet">No case has two raters yet.</p>
      ) : (
        <>
          <dl>
            <dt>Points</dt>
            <dd id="alpha">{withInterval(record.rating)}</dd>
            <dt>Errors</dt>
            <dd>{withInterval(record.errors)}</dd>
            {kinds.length > 0 && (
              <>
                <dt>by kind</dt>
                <dd>{kinds.map(([kind, alpha]) => `${kind} ${shown(alpha)}`).join(", ")}</dd>
              </>
            )}
          </dl>
          <p class="quiet">
            Krippendorff's alpha with a 95% interval over resampled candidates: 1 is full agreement, 0 what chance gives. The
            points are taken as an order, the counts as numbers.
          </p>
          <table class="cases">
            <thead>
              <tr>
                <th scope="col">Raters</th>
                <th scope="col" class="number">
                  Candidates
                </th>
                <th scope="col" class="number">
                  Weighted kappa
                </th>
                <th scope="col" class="number">
                  Kendall's tau
                </th>
                <th scope="col" class="number">
                  Same points
                </th>
                <th scope="col" class="number">
                  Within one
                </th>
              </tr>
            </thead>
            <tbody>
              {compared.map((pair) => (
                <tr>
                  <th scope="row" dir="auto">
                    {pair.raters[0]} and {pair.raters[1]}
                  </th>
                  <td class="number">{pair.n}</td>
                  <td class="number">{shown(pair.kappa)}</td>
                  <td class="number">{shown(pair.tau)}</td>
                  <td class="number">{pair.same}</td>
                  <td class="number">{pair.within_one}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <details>
        <summary>Which system they prefer (you will not be blind any more)</summary>
        <table class="cases" id="result">
          <thead>
            <tr>
              <th scope="col">System</th>
              <th scope="col" class="number">
                Preferred
              </th>
              <th scope="col" class="number">
                Mean points
              </th>
              <th scope="col" class="number">
                Mean errors
              </th>
              <th scope="col">For fiducial correlate</th>
            </tr>
          </thead>
          <tbody>
            {record.result.systems.map((one, i) => (
              <tr>
                <th scope="row" dir="auto">
                  {one.system}
                </th>
                <td class="number">{one.preferred}</td>
                <td class="number">{shown(one.mean_rating)}</td>
                <td class="number">{shown(one.mean_errors)}</td>
                <td>
                  <button type="button" class="small" onClick={() => void download(runs[i] ?? 0, `${one.system}.ratings.jsonl`)}>
                    {one.system}.ratings.jsonl
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="quiet">Alike: {record.result.alike}.</p>
      </details>
    </section>
  );
}

async function download(run: number, name: string): Promise<void> {
  const lines = await getText(`/v1/runs/${run}/ratings`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([lines], { type: "application/x-ndjson" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
