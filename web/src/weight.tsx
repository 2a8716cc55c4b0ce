// What a term weighs, and why: the entry that decides, and what else is said of it.
import type { ComponentChildren } from "preact";

export interface Named {
  concept: string;
  label: string;
}
export interface Weight {
  significance: string | null;
  points: number | null;
  from: Named | null;
  rules: { from: Named; kind: string; significance: string; points: number; place: Named | null; patient: string | null }[];
}

// As lexicon/significance.txt defines the levels.
const kMeanings: Record<string, string> = {
  urgent: "to be told at once: life, limb, brain or sight depend on it within hours",
  significant: "changes treatment, or what is done next",
  minor: "worth saying, changes little",
  none: "a normal variant, or what everybody of that age has",
};
const kPatients: Record<string, string> = {
  older: "65 years or older",
  young: "under 40 years",
  child: "under 16 years",
  postoperative: "after an operation or procedure",
  trauma: "after an injury",
  malignancy_known: "with a known malignancy",
  line_check: "asked for the position of a line or tube",
};

interface Props {
  weight: Weight;
  own: string; // the concept that was looked up
  link: (named: Named) => ComponentChildren;
}

export function WeightOf({ weight, own, link }: Props) {
  const one = (rule: Weight["rules"][number]) => (
    <li>
      {rule.kind !== "is" && `${rule.kind} `}
      <span class={`level ${rule.significance}`}>{rule.significance}</span>
      {rule.place && <> at {link(rule.place)}</>}
      {rule.patient !== null && <> if the patient is {kPatients[rule.patient] ?? rule.patient.replaceAll("_", " ")}</>}
      {rule.from.concept !== own && <span class="quiet"> as {link(rule.from)}</span>}
    </li>
  );
  return (
    <>
      <dt>weight</dt>
      <dd class="weight-of">
        {weight.significance !== null && (
          <p>
            <strong class={`level ${weight.significance}`}>{weight.significance}</strong>, {weight.points} {weight.points === 1 ? "point" : "points"}:{" "}
            {kMeanings[weight.significance]}.{" "}
            <span class="quiet">
              {weight.from === null ? (
                "No entry says so: it is what is taken where nothing is said."
              ) : weight.from.concept === own ? (
                "By its own entry."
              ) : (
                <>By the entry of {link(weight.from)}, the nearest that has one.</>
              )}
            </span>
          </p>
        )}
        {weight.significance === null && <p>What is said with this word weighs</p>}
        {(weight.significance === null || weight.rules.length > 1) && <ul>{weight.rules.map(one)}</ul>}
      </dd>
    </>
  );
}
