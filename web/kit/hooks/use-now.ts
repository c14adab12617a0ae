import { useEffect, useState } from "react";

/** The present instant, renewed every half minute: enough for "overdue 9 h". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const STEP_MS = 30_000;
