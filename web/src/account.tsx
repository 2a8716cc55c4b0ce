// How a metric came to its score, in the words of the program's own account of the case.
import { shown } from "./text";

interface Statement {
  mark: string;
  text: string;
}
interface Entry {
  outcome: string;
  reference: Statement[];
  candidate: Statement[];
  remark: string;
}
export interface MetricAccount {
  metric: string;
  how: string;
  score: number | null;
  remarks: string[];
  parts: { title: string; entries: Entry[]; notes: string[] }[];
  sum: string;
}

const kChips: Record<string, string> = { unsupported: "invented", left_out: "left-out" };

export function AccountView({ account }: { account: MetricAccount }) {
  return (
    <details class="account">
      <summary>
        <span class="name">{account.metric}</span>
        <span class="value">{shown(account.score)}</span>
        {account.how !== "" && <span class="quiet">{account.how}</span>}
      </summary>
      {account.remarks.map((remark) => (
        <p>{remark}</p>
      ))}
      {account.parts.map((part) => (
        <section>
          <h3>{part.title}</h3>
          <ul>
            {part.entries.map((entry) => (
              <li>
                <span class={`chip ${kChips[entry.outcome] ?? entry.outcome}`}>{entry.outcome.replace("_", " ")}</span>
                <div>
                  {[...entry.reference, ...entry.candidate].map((statement) => (
                    <div class="statement" dir="auto">
                      <span class="quiet">{statement.mark}</span> {statement.text}
                    </div>
                  ))}
                  {entry.remark !== "" && <div class="why">{entry.remark}</div>}
                </div>
              </li>
            ))}
          </ul>
          {part.notes.map((note) => (
            <p class="quiet">{note}</p>
          ))}
        </section>
      ))}
      <p class="sum">{account.sum}</p>
    </details>
  );
}
