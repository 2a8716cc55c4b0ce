// The account of a case: every finding with what became of it, worst first, partners side by side.
import type { Active } from "./editor";
import { shown } from "./text";
import type { Account, Finding, Partner } from "./types";

interface Entry {
  outcome: string;
  abnormal: boolean;
  reference: number[];
  candidate: number[];
  partner?: Partner;
}

const kOrder = ["contradicted", "missing", "invented", "partly", "matched"];

export const kOutcomeWords: Record<string, string> = {
  contradicted: "contradicted",
  missing: "missing",
  invented: "invented",
  partly: "partly",
  matched: "matched",
};

// Each pair is one entry; what has no partner stands with what speaks against it, or alone.
export function entriesOf(account: Account): Entry[] {
  const entries: Entry[] = [];
  const takenCandidates = new Set<number>();
  account.reference.findings.forEach((finding, i) => {
    const abnormal = finding.status === "abnormal";
    for (const partner of finding.partners)
      entries.push({
        outcome: partner.weight > 1 - 1e-9 ? "matched" : "partly",
        abnormal,
        reference: [i],
        candidate: [partner.finding],
        partner,
      });
    if (finding.partners.length > 0) return;
    const against = finding.against.filter((j) => account.candidate.findings[j]?.partners.length === 0);
    for (const j of against) takenCandidates.add(j);
    const shownAgainst = against.length > 0 ? against : finding.against.slice(0, 1);
    entries.push({ outcome: finding.outcome, abnormal, reference: [i], candidate: shownAgainst });
  });
  account.candidate.findings.forEach((finding, j) => {
    if (finding.partners.length > 0 || takenCandidates.has(j)) return;
    entries.push({
      outcome: finding.outcome,
      abnormal: finding.status === "abnormal",
      reference: finding.against.slice(0, 1),
      candidate: [j],
    });
  });
  const rank = (entry: Entry): number => (entry.abnormal ? 0 : 10) + kOrder.indexOf(entry.outcome);
  return entries.sort((a, b) => rank(a) - rank(b));
}

function why(entry: Entry): string {
  const partner = entry.partner;
  if (!partner) return entry.outcome === "contradicted" ? "both cannot be true" : "";
  const parts: string[] = [];
  if (partner.site === "part-whole") parts.push("place wider or narrower");
  if (partner.asserted === "part-whole" || partner.negated === "part-whole") parts.push("wider or narrower finding");
  if (partner.details === "partial") parts.push("some details differ");
  if (partner.details === "none") parts.push("details differ");
  return parts.join(", ") || "the same";
}

interface LedgerProps {
  account: Account;
  active: Active | undefined;
  onActive: (active: Active | undefined) => void;
  still?: boolean; // on paper: nothing to point at
}

export function Ledger({ account, active, onActive, still = false }: LedgerProps) {
  const entries = entriesOf(account);
  if (entries.length === 0) return <p class="quiet">Neither report says anything that can be compared.</p>;
  const groups = [
    { title: "Abnormal", list: entries.filter((entry) => entry.abnormal) },
    { title: "Normal", list: entries.filter((entry) => !entry.abnormal) },
  ].filter((group) => group.list.length > 0);
  const cell = (side: "reference" | "candidate", numbers: number[]) => (
    <td>
      {numbers.map((i) => {
        const finding: Finding | undefined = account[side].findings[i];
        const current = active?.side === side && active.finding === i;
        if (still)
          return (
            <span class="sentence" dir="auto">
              {finding?.sentence}
            </span>
          );
        return (
          <button
            type="button"
            class={`sentence${current ? " current" : ""}`}
            onMouseEnter={() => onActive({ side, finding: i })}
            onFocus={() => onActive({ side, finding: i })}
            onMouseLeave={() => onActive(undefined)}
            onBlur={() => onActive(undefined)}
            dir="auto"
          >
            {finding?.sentence}
          </button>
        );
      })}
    </td>
  );
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Reference</th>
          <th scope="col">Candidate</th>
          <th scope="col">Why</th>
          <th scope="col" class="number">
            Credit
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody>
          <tr class="group">
            <th scope="rowgroup" colSpan={5}>
              {group.title}
            </th>
          </tr>
          {group.list.map((entry) => (
            <tr>
              <td>
                <span class={`chip ${entry.outcome}`}>{kOutcomeWords[entry.outcome]}</span>
              </td>
              {cell("reference", entry.reference)}
              {cell("candidate", entry.candidate)}
              <td class="why">{why(entry)}</td>
              <td class="number">{entry.partner ? shown(entry.partner.credit) : ""}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
