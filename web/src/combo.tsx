// A text field with suggestions as you type: ↓ ↑ choose, Enter takes, Esc closes. Several values are separated by commas;
// the last one is what is completed.
import { useEffect, useRef, useState } from "preact/hooks";
import { latest, post } from "./api";

interface Suggestion {
  term: string;
  here: boolean; // it stands in the sentence
}
interface ComboProps {
  id: string;
  label: string; // for those who hear it
  field: string;
  value: string;
  sentence: string;
  onChange: (value: string) => void;
  onProblem: (problem: unknown) => void;
}

const kLongest = 2000; // of a sentence, as the service takes it

const lastOf = (value: string): string => (value.split(",").pop() ?? "").trim();

export function Combo({ id, label, field, value, sentence, onChange, onProblem }: ComboProps) {
  const [list, setList] = useState<Suggestion[]>([]);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const focused = useRef(false);
  const ask = useRef(
    latest(
      (typed: string) => post<{ suggestions: Suggestion[] }>("/v1/lunguage/suggest", { field, text: typed, sentence: sentence.slice(0, kLongest) }),
      (answer, typed) => {
        const fresh = answer.suggestions.filter((one) => one.term.toLowerCase() !== typed.toLowerCase());
        setList(fresh);
        setAt(-1);
        setOpen(focused.current && fresh.length > 0);
      },
      onProblem,
    ),
  );
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const take = (term: string): void => {
    const before = value.includes(",") ? value.slice(0, value.lastIndexOf(",") + 1) + " " : "";
    onChange(before + term);
    close();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" && !open) ask.current(lastOf(value));
    else if (event.key === "ArrowDown") setAt((at + 1) % list.length);
    else if (event.key === "ArrowUp" && open) setAt((at + list.length - 1) % list.length);
    else if (event.key === "Enter" && open && at >= 0) take(list[at]?.term ?? "");
    else if (event.key === "Escape" && open) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span class="combo">
      <input
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        value={value}
        onFocus={() => {
          focused.current = true;
        }}
        onBlur={() => {
          focused.current = false;
          close();
        }}
        onInput={(event) => {
          onChange(event.currentTarget.value);
          ask.current(lastOf(event.currentTarget.value));
        }}
        onKeyDown={onKey}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={`Suggestions for ${field}`} hidden={!open}>
        {list.map((one, i) => (
          <li
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            onMouseDown={(event) => {
              event.preventDefault(); // the field keeps the focus
              take(one.term);
            }}
          >
            {one.term}
            {one.here && <small>in the sentence</small>}
          </li>
        ))}
      </ul>
    </span>
  );
}
