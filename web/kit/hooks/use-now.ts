import { useEffect, useState } from "react";
import { serverNow } from "./server-clock.ts";

/** The present instant, renewed every half minute: enough for "overdue 9 h". */
export function useNow(): Date {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const STEP_MS = 30_000;
