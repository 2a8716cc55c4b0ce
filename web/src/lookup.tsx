// A term of the lexicon: its meanings, its place in the hierarchy, its weight, its forms.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, latest } from "./api";
import { WeightOf, type Named, type Weight } from "./weight";

interface Meaning extends Named {
  kind: string;
  is: string[];
  relations: (Named & { relation: string })[];
  ways_up: Named[][];
  narrower: Named[];
  weight: Weight | null;
  forms: string[];
  forms_count: number;
  here_of?: Named;
  here_side?: string;
  here_with?: Named[];
}
interface Found {
  term: string;
  meanings: Meaning[];
  pieces: string[];
  near: string[];
}

export function LookUp({ term, onProblem }: { term: string; onProblem: (problem: unknown) => void }) {
  const [found, setFound] = useState<Found>();
  const [typed, setTyped] = useState(term);
  const ask = useRef(
    latest((what: string) => get<Found>(`/v1/lexicon?term=${encodeURIComponent(what)}`), setFound, onProblem),
  );
  useEffect(() => setTyped(term), [term]);
  useEffect(() => {
    if (typed.trim() !== "") ask.current(typed.trim().toLowerCase());
    else setFound(undefined);
  }, [typed]);
  const link = (named: Named) => (
    <a href={`#/lookup/${encodeURIComponent(named.concept)}`} title={named.concept}>
      {named.label}
    </a>
  );
  return (
    <main class="lookup">
      <h1 class="visually-hidden">Look up a term</h1>
      <input
        type="search"
        id="term"
        aria-label="Term"
        placeholder="A term, as a report would say it: ground-glass opacity, talus, mild"
        value={typed}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          history.replaceState(null, "", `#/lookup/${encodeURIComponent(event.currentTarget.value)}`);
        }}
      />
      {found && found.near.length > 0 && (
        <ul class="near" aria-label="Nearby forms">
          {found.near.map((form) => (
            <li>
              <a href={`#/lookup/${encodeURIComponent(form)}`}>{form}</a>
            </li>
          ))}
        </ul>
      )}
      {found && found.meanings.length === 0 && (
        <p class="quiet" role="status">
          The lexicon does not have this as one term.
          {found.pieces.length > 0 && (
            <>
              {" "}
              It has{" "}
              {found.pieces.map((piece, i) => (
                <>
                  {i > 0 && ", "}
                  <a href={`#/lookup/${encodeURIComponent(piece)}`}>{piece}</a>
                </>
              ))}
              .
            </>
          )}
        </p>
      )}
      {found?.meanings.map((meaning) => (
        <article class="meaning">
          <h2>
            {meaning.label} <small>{meaning.kind}</small>
          </h2>
          <p class="concept">{meaning.concept}</p>
          {(meaning.here_of || meaning.here_side || meaning.here_with) && (
            <p>
              In these words{meaning.here_of && <> of {link(meaning.here_of)}</>}
              {meaning.here_side && <> on the {meaning.here_side}</>}
              {meaning.here_with?.map((one) => <> with {link(one)}</>)}.
            </p>
          )}
          <dl>
            {meaning.is.length > 0 && (
              <>
                <dt>is</dt>
                <dd>{meaning.is.join(", ")}</dd>
              </>
            )}
            {meaning.relations.map((relation) => (
              <>
                <dt>{relation.relation}</dt>
                <dd>{link(relation)}</dd>
              </>
            ))}
            {meaning.ways_up.length > 0 && (
              <>
                <dt>{meaning.kind === "place" ? "part of" : "is a"}</dt>
                <dd>
                  {meaning.ways_up.map((way) => (
                    <div class="way">
                      {way.map((step, i) => (
                        <>
                          {i > 0 && <span class="arrow"> › </span>}
                          {link(step)}
                        </>
                      ))}
                    </div>
                  ))}
                </dd>
              </>
            )}
            {meaning.narrower.length > 0 && (
              <>
                <dt>{meaning.kind === "place" ? "parts" : "kinds"}</dt>
                <dd class="cloud">{meaning.narrower.map((one) => link(one))}</dd>
              </>
            )}
            {meaning.weight && <WeightOf weight={meaning.weight} own={meaning.concept} link={link} />}
            {meaning.forms.length > 0 && (
              <>
                <dt>forms</dt>
                <dd class="forms">
                  {meaning.forms.join("; ")}
                  {meaning.forms_count > meaning.forms.length && ` and ${meaning.forms_count - meaning.forms.length} more`}
                </dd>
              </>
            )}
          </dl>
        </article>
      ))}
      {!found && <p class="quiet">What Fiducial knows is a table that can be read. Type a term to see its entry.</p>}
    </main>
  );
}
