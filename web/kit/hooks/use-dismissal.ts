import { useEffect } from "react";
import { useSteady } from "./use-steady.ts";

/** Dismisses a bar after ten seconds. Another `shown` begins anew; drawing the page again does not. */
export function useDismissal(dismiss: () => void, shown: unknown = null): void {
  const dismissNow = useSteady(dismiss);
  useEffect(() => {
    const timer = setTimeout(dismissNow, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, dismissNow]);
}

const SHOWN_MS = 10_000;
