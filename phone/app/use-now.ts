import { useEffect, useState } from "react";
import { pageNow } from "../developer/page-faults.ts";

/** The present instant by the clock that the library sees, refreshed every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(pageNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(pageNow()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const REFRESH_MS = 30_000;
