import { useEffect, useState } from "react";

/** Counts seconds while it is on: the time left to undo a discard is shown. */
export function useSeconds(isOn: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return seconds;
}
