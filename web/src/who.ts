// Who works here: kept in this browser, so that it is said once.
import { useState } from "preact/hooks";

const kWho = "fiducial-who";

export function useWho(): [string, (who: string) => void] {
  const [who, setWho] = useState(localStorage.getItem(kWho) ?? "");
  return [
    who,
    (fresh) => {
      localStorage.setItem(kWho, fresh.trim());
      setWho(fresh);
    },
  ];
}
