// A patient's studies side by side: a block an entity group, a line an episode of it, a column a study. Entities are
// dragged, or moved by keys, to another group or episode; a group that is dragged onto another becomes part of it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiProblem, get, put } from "./api";
import type { Row, Study } from "./study";
import { useWarningOf } from "./unkept";
import { useWho } from "./who";

interface Chip {
  study: number;
  ent: number;
}
type Dragged = { chip: Chip } | { group: string };

const groupOf = (row: Row): string => row.entity_group ?? "";
const episodeOf = (row: Row): number => row.episode ?? 0;

export function Timeline({ number, onProblem }: { number: number; onProblem: (problem: unknown) => void }) {
  const [kept, setKept] = useState<Study[]>([]);
  const [history_, setHistory] = useState<Study[][]>([]); // the last is in force
  const [who, setWho] = useWho();
  const [said, setSaid] = useState("");
  const dragged = useRef<Dragged>();
  const landed = useRef<() => void>(); // what a drop does, done when the drag has ended: what is dragged may go by it
  const [renaming, setRenaming] = useState<string>();
  const [focus, setFocus] = useState<Chip>();
  const [picked, setPicked] = useState<Chip>(); // by a tap: the next tap says where it goes
  useEffect(() => {
    get<Study>(`/v1/studies/${number}`)
      .then((first) => Promise.all(first.patient.map((i) => get<Study>(`/v1/studies/${i}`))))
      .then((all) => {
        const sorted = all.sort((a, b) => a.sequence - b.sequence);
        setKept(sorted);
        setHistory([sorted]);
      }, onProblem);
  }, [number]);
  const studies = history_[history_.length - 1] ?? [];
  const touched = studies.filter((study) => kept.find((one) => one.number === study.number)?.rows !== study.rows);
  const all = studies.flatMap((study) => study.rows);
  const groups = [...new Set(all.map(groupOf))].sort();
  // An entity that moves stays in focus, though it is drawn elsewhere.
  useLayoutEffect(() => {
    if (focus) document.getElementById(`chip-${focus.study}-${focus.ent}`)?.focus();
  }, [studies, focus]);

  const change = (fits: (study: Study, row: Row) => boolean, fields: Partial<Row>): void => {
    const fresh = studies.map((study) => {
      if (!study.rows.some((row) => fits(study, row))) return study;
      return { ...study, rows: study.rows.map((row) => (fits(study, row) ? ({ ...row, ...fields } as Row) : row)) };
    });
    setHistory([...history_, fresh]);
    setSaid("");
  };
  const moveChip = (chip: Chip, fields: Partial<Row>): void => {
    change((study, row) => study.number === chip.study && row.ent_idx === chip.ent, fields);
    setFocus(chip);
  };
  const undo = (): void => {
    if (history_.length > 1) setHistory(history_.slice(0, -1));
  };
  const lastEpisode = (group: string): number => Math.max(0, ...all.filter((row) => groupOf(row) === group).map(episodeOf));
  const rename = (from: string, to: string): void => {
    setRenaming(undefined);
    if (to !== "" && to !== from) change((_, row) => groupOf(row) === from, { entity_group: to });
  };
  // A name that no group has yet.
  const newName = (wanted: string): string => {
    for (let n = 1; ; n++) {
      const name = n === 1 ? wanted : `${wanted} ${n}`;
      if (!groups.includes(name)) return name;
    }
  };
  const chipRow = (chip: Chip): Row | undefined => studies.find((one) => one.number === chip.study)?.rows.find((row) => row.ent_idx === chip.ent);
  const drop = (group: string, episode: number | undefined): void => {
    const what = dragged.current;
    if (!what) return;
    landed.current = () => {
      if ("chip" in what) moveChip(what.chip, episode === undefined ? { entity_group: group } : { entity_group: group, episode });
      else rename(what.group, group);
    };
  };
  const source = (what: Dragged, name: string) => ({
    onDragStart: (event: DragEvent): void => {
      event.dataTransfer?.setData("text/plain", name);
      dragged.current = what;
    },
    onDragEnd: (): void => {
      landed.current?.();
      dragged.current = undefined;
      landed.current = undefined;
    },
  });
  const onChipKey = (event: KeyboardEvent, chip: Chip, row: Row): void => {
    const step = event.altKey && event.key === "ArrowDown" ? 1 : event.altKey && event.key === "ArrowUp" ? -1 : 0;
    const to = step === 0 ? undefined : groups[groups.indexOf(groupOf(row)) + step];
    if (to !== undefined) moveChip(chip, { entity_group: to });
    else if (event.key === "+") moveChip(chip, { episode: episodeOf(row) + 1 });
    else if (event.key === "-") moveChip(chip, { episode: Math.max(1, episodeOf(row) - 1) });
    else if (event.key === "n") moveChip(chip, { entity_group: newName(row.entity.toLowerCase()), episode: 1 });
    else return;
    event.preventDefault();
  };
  const save = async (): Promise<void> => {
    if (who.trim() === "") {
      setSaid("Say who annotates before you keep it.");
      return;
    }
    let now = studies;
    const overtaken: string[] = [];
    for (const study of touched) {
      try {
        const fresh = await put<Study>(`/v1/studies/${study.number}`, { who: who.trim(), why: "timeline", rows: study.rows }, { "If-Match": `"${study.version}"` });
        now = now.map((one) => (one.number === fresh.number ? fresh : one));
        setKept((old) => old.map((one) => (one.number === fresh.number ? fresh : one)));
      } catch (problem) {
        if (!(problem instanceof ApiProblem) || problem.status !== 409) {
          onProblem(problem);
          break;
        }
        overtaken.push(study.study);
      }
    }
    setHistory([now]);
    setSaid(overtaken.length === 0 ? "Kept." : `Somebody kept ${overtaken.join(", ")} meanwhile: reload to see it. Yours of it is not kept.`);
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.key === "z" && !(event.target instanceof HTMLInputElement)) undo();
      else if (event.key === "s") void save();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  useWarningOf(touched.length > 0);

  const land = (group: string, episode: number | undefined): void => {
    if (!picked) return;
    moveChip(picked, episode === undefined ? { entity_group: group } : { entity_group: group, episode });
    setPicked(undefined);
  };
  const target = (group: string, episode?: number) => ({
    onClick: (event: MouseEvent): void => {
      if (!picked) return;
      event.stopPropagation();
      land(group, episode);
    },
    onDragOver: (event: DragEvent): void => event.preventDefault(),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      event.stopPropagation(); // a name stands in a line, and a new episode in a name
      drop(group, episode);
    },
  });
  const chipOf = (study: Study, row: Row) => {
    const chip = { study: study.number, ent: row.ent_idx };
    return (
      <button
        type="button"
        id={`chip-${study.number}-${row.ent_idx}`}
        class={`entity-chip episode-${episodeOf(row) % 6} ${row.dx_status}`}
        aria-pressed={picked?.study === chip.study && picked.ent === chip.ent}
        onClick={(event) => {
          event.stopPropagation();
          setPicked(picked?.study === chip.study && picked.ent === chip.ent ? undefined : chip);
        }}
        draggable
        {...source({ chip }, row.entity)}
        onKeyDown={(event) => onChipKey(event, chip, row)}
        title={`${row.dx_status}, episode ${row.episode ?? "–"}`}
        dir="auto"
      >
        {row.entity}
      </button>
    );
  };
  const head = (group: string, lines: number) => (
    <th scope="rowgroup" rowSpan={lines} class="group-head" dir="auto" {...target(group)}>
      {renaming === group ? (
        <input
          aria-label={`New name of ${group}`}
          value={group}
          ref={(field) => field?.focus()}
          onKeyDown={(event) => {
            if (event.key === "Enter") rename(group, event.currentTarget.value.trim());
            else if (event.key === "Escape") setRenaming(undefined);
          }}
          onBlur={(event) => rename(group, event.currentTarget.value.trim())}
        />
      ) : (
        <button
          type="button"
          class="group-name"
          draggable={group !== ""}
          title="Drag onto another group to make one of the two; click to rename"
          {...source({ group }, group)}
          onClick={() => {
            if (!picked) setRenaming(group);
          }}
        >
          {group === "" ? "none" : group}
        </button>
      )}
      <span class="drop-new" aria-hidden="true" {...target(group, lastEpisode(group) + 1)}>
        new episode
      </span>
    </th>
  );
  const block = (group: string) => {
    const episodes = [...new Set(all.filter((row) => groupOf(row) === group).map(episodeOf))].sort((a, b) => a - b);
    return (
      <tbody aria-label={group === "" ? "no group" : group}>
        {episodes.map((episode, line) => (
          <tr class="lane" data-episode={episode} {...target(group, episode)}>
            {line === 0 && head(group, episodes.length)}
            <th scope="row" class="number">
              {episode === 0 ? "–" : episode}
            </th>
            {studies.map((study) => (
              <td>
                {study.rows.filter((row) => groupOf(row) === group && episodeOf(row) === episode).map((row) => chipOf(study, row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    );
  };
  return (
    <main class="annotate">
      <div class="toolbar">
        <a href="#/annotate">Studies</a>
        <h1>{studies[0]?.subject}</h1>
        <span class="quiet">drag an entity to another group or episode, tap it and then the place, or Alt+↑ ↓, + −; n begins a group; a group's name is dragged or clicked</span>
      </div>
      <div class="timeline">
        <table class="cases">
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col" class="number">
                Episode
              </th>
              {studies.map((study) => (
                <th scope="col">
                  <a href={`#/annotate/${study.number}`}>{study.study}</a>
                  {study.day !== null && <small class="quiet"> day {study.day}</small>}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(block)}
        </table>
      </div>
      <p
        class="drop-group quiet"
        onDragOver={(event) => event.preventDefault()}
        onClick={() => {
          const row = picked && chipRow(picked);
          if (row) land(newName(row.entity.toLowerCase()), 1);
        }}
        onDrop={(event) => {
          event.preventDefault();
          const what = dragged.current;
          const row = what && "chip" in what ? chipRow(what.chip) : undefined;
          if (row) drop(newName(row.entity.toLowerCase()), 1);
        }}
      >
        Drop an entity here to begin a group of its own.
      </p>
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          Who <input id="who" value={who} onInput={(event) => setWho(event.currentTarget.value)} autocomplete="name" />
        </label>
        <button type="submit" class="primary" disabled={touched.length === 0}>
          Keep (Ctrl+S)
        </button>
        <button type="button" onClick={undo} disabled={history_.length < 2}>
          Undo
        </button>
        <span class="quiet" id="said" role="status">
          {said}
        </span>
      </form>
    </main>
  );
}
