// What is not kept yet is not lost by a slip: the browser asks before it leaves the page.
import { useEffect } from "preact/hooks";

export function useWarningOf(unkept: boolean): void {
  useEffect(() => {
    if (!unkept) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [unkept]);
}
