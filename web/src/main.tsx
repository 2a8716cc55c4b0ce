// The page: its views by the address behind '#', its keys, and what is said when the server is not there.
import "./style.css";
import { render } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Adjudicate } from "./adjudicate";
import { Annotate } from "./annotate";
import { ApiProblem, get, setToken, takeToken } from "./api";
import { Explore } from "./explore";
import { LookUp } from "./lookup";
import { Rate } from "./rate";
import { Try } from "./try";

interface View {
  name: string;
  parts: string[];
  query: URLSearchParams;
}

// An address that somebody broke must not break the page.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function viewOf(hash: string): View {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [name = "try", ...parts] = path.split("/");
  return { name: name === "" ? "try" : name, parts: parts.map(decoded), query: new URLSearchParams(query) };
}

const kViews = [
  { name: "try", label: "Try", key: "1" },
  { name: "explore", label: "Explore", key: "2" },
  { name: "rate", label: "Rate", key: "3" },
  { name: "annotate", label: "Annotate", key: "4" },
  { name: "lookup", label: "Look up", key: "5" },
];

const kKeys: [string, string][] = [
  ["Alt+1 … Alt+5", "go to a view"],
  ["Alt+R, Alt+C", "to the reference, to the candidate"],
  ["Tab", "through the findings of the ledger; each shows its place in both reports"],
  ["↑ ↓ or j k", "in Explore: through the cases; Enter opens one, Esc goes back"],
  ["m, Ctrl+Z, Ctrl+S", "in Adjudicate: match the two that are picked, undo, keep"],
  ["1 to 5, with Shift", "in Rate: points for the first, for the second candidate; Ctrl+S keeps, j k go through the cases"],
  ["e, Ctrl+Z, Ctrl+S", "in Annotate: make an entity of the selected words, undo, keep"],
  ["r, then r or v", "in Annotate, on a row: relate it, to another as associate or as evidence; ↑ ↓ go through the rows"],
  ["Alt+↑ ↓, + −, n", "on a timeline: an entity to another group, another episode, a group of its own"],
  ["Alt+T", "light or dark"],
  ["?", "these keys"],
];

function useTheme(): [string, () => void] {
  const [theme, setTheme] = useState(localStorage.getItem("fiducial-theme") ?? "");
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    localStorage.setItem("fiducial-theme", theme);
  }, [theme]);
  const dark = theme === "dark" || (theme === "" && matchMedia("(prefers-color-scheme: dark)").matches);
  return [dark ? "dark" : "light", () => setTheme(dark ? "light" : "dark")];
}

function TokenForm({ onDone }: { onDone: () => void }) {
  return (
    <main class="token">
      <h1>Which token?</h1>
      <p>
        The server that sent this page printed its address with a token when it started. Open that address, or paste the
        token here.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("token") as HTMLInputElement;
          setToken(field.value.replace(/^.*#token=/, ""));
          onDone();
        }}
      >
        <input name="token" aria-label="Token" autocomplete="off" spellcheck={false} />
        <button type="submit">Open</button>
      </form>
    </main>
  );
}

function App() {
  const [view, setView] = useState(() => viewOf(location.hash));
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState(false);
  const [help, setHelp] = useState(false);
  const [theme, switchTheme] = useTheme();

  const onProblem = useCallback((cause: unknown) => {
    if (cause instanceof ApiProblem && cause.status === 401) setRefused(true);
    else setProblem(cause instanceof Error ? cause.message : String(cause));
  }, []);

  useEffect(() => {
    const onHash = (): void => {
      takeToken();
      setView(viewOf(location.hash));
      setProblem(undefined);
    };
    addEventListener("hashchange", onHash);
    setView(viewOf(location.hash)); // it may have changed before anybody listened
    return () => removeEventListener("hashchange", onHash);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      if (event.key === "?" && !typing) setHelp((old) => !old);
      if (event.key === "Escape") setHelp(false);
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const wanted = kViews.find((one) => event.code === `Digit${one.key}`);
      if (wanted) location.hash = `#/${wanted.name}`;
      else if (event.code === "KeyR") document.getElementById("reference")?.focus();
      else if (event.code === "KeyC") document.getElementById("candidate")?.focus();
      else if (event.code === "KeyT") switchTheme();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [switchTheme]);

  // A server that went away may come back: look now and then, and take the message away.
  useEffect(() => {
    if (problem === undefined) return undefined;
    const timer = setInterval(() => {
      get("/healthz").then(
        () => setProblem((old) => (old?.startsWith("The server does not answer") ? undefined : old)),
        () => undefined,
      );
    }, 2000);
    return () => clearInterval(timer);
  }, [problem]);

  return (
    <>
      <header class="frame">
        <a class="brand" href="#/try">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <circle cx="16" cy="16" r="9" />
            <path d="M16 2v10M16 20v10M2 16h10M20 16h10" />
          </svg>
          Fiducial
        </a>
        <nav aria-label="Views">
          {kViews.map((one) => (
            <a href={`#/${one.name}`} aria-current={view.name === one.name || (one.name === "explore" && view.name === "adjudicate") ? "page" : undefined}>
              {one.label}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button type="button" onClick={() => setHelp(!help)} aria-expanded={help} title="Keys (?)">
            Keys
          </button>
          <button type="button" id="theme" onClick={switchTheme} title="Light or dark (Alt+T)">
            {theme === "dark" ? "Light" : "Dark"}
          </button>
        </div>
      </header>
      {problem !== undefined && (
        <div class="problem" role="alert">
          {problem}
          <button type="button" onClick={() => setProblem(undefined)}>
            Close
          </button>
        </div>
      )}
      {help && (
        <aside class="help" aria-label="Keys">
          <dl>
            {kKeys.map(([keys, meaning]) => (
              <>
                <dt>{keys}</dt>
                <dd>{meaning}</dd>
              </>
            ))}
          </dl>
        </aside>
      )}
      {refused ? (
        <TokenForm onDone={() => setRefused(false)} />
      ) : view.name === "lookup" ? (
        <LookUp term={view.parts[0] ?? ""} onProblem={onProblem} />
      ) : view.name === "adjudicate" && view.parts[1] !== undefined ? (
        <Adjudicate
          run={Number(view.parts[0]) || 0}
          id={view.parts[1]}
          back={`#/explore/${view.parts[0]}/case/${encodeURIComponent(view.parts[1])}`}
          onProblem={onProblem}
        />
      ) : view.name === "rate" ? (
        <Rate parts={view.parts} onProblem={onProblem} />
      ) : view.name === "annotate" ? (
        <Annotate
          number={view.parts[0] === undefined || view.parts[0] === "" ? undefined : Number(view.parts[0]) || 0}
          timeline={view.parts[1] === "timeline"}
          onProblem={onProblem}
        />
      ) : view.name === "explore" || view.name === "adjudicate" ? (
        <Explore parts={view.parts} query={view.query} onProblem={onProblem} />
      ) : (
        <Try onProblem={onProblem} />
      )}
      <footer>A research tool: not for diagnosis or treatment. Texts stay on this machine.</footer>
    </>
  );
}

takeToken();
const root = document.getElementById("app");
if (root) render(<App />, root);
