// The numbers of a case: RadSEM large, the others beside it.
import { shown } from "./text";
import type { Account, Scores } from "./types";

// What the page asks for, and how it names it.
export const kHeadlines: { metric: string; column: string; label: string }[] = [
  { metric: "clinical", column: "clinical", label: "Clinical" },
  { metric: "radfact", column: "radfact", label: "RadFact F1" },
  { metric: "lunguage", column: "lunguage", label: "LunguageScore" },
  { metric: "bleu", column: "bleu4", label: "BLEU-4" },
  { metric: "rougeL", column: "rougeL", label: "ROUGE-L" },
  { metric: "meteor", column: "meteor", label: "METEOR" },
];

function Meter({ value }: { value: number | null | undefined }) {
  const width = Math.max(0, Math.min(1, value ?? 0)) * 100;
  return (
    <svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="4" rx="2" />
      <rect class="fill" width={width} height="4" rx="2" />
    </svg>
  );
}

function classAccount(account: Account, which: "abnormal" | "normal"): string {
  const score = account.radsem[which];
  if (!score.present) return `nothing ${which}`;
  return `${shown(score.score)}: credit ${shown(score.matched)}, ${score.unmatched_reference} missing, ${score.unmatched_candidate} unsupported`;
}

export function ScoreStrip({ account, scores }: { account: Account; scores: Scores }) {
  return (
    <div class="scores">
      <div class="headline">
        <div class="name">RadSEM</div>
        <div class="value" id="radsem-value" aria-live="polite">
          {shown(account.radsem.score)}
        </div>
        <Meter value={account.radsem.score} />
        <dl>
          <dt>abnormal</dt>
          <dd>{classAccount(account, "abnormal")}</dd>
          <dt>normal</dt>
          <dd>{classAccount(account, "normal")}</dd>
        </dl>
      </div>
      <ul class="others">
        {kHeadlines
          .filter(({ column }) => column in scores)
          .map(({ column, label }) => (
            <li>
              <span class="name">{label}</span>
              <span class="value">{shown(scores[column])}</span>
              <Meter value={scores[column]} />
            </li>
          ))}
      </ul>
    </div>
  );
}
