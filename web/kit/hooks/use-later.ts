import { useEffect } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * Loads code that the first page is drawn without, once the browser has nothing to do, so that no key waits for it.
 * What fails is asked for again by the component that needs it. `loads` must be the same in each render.
 */
export function useLater(...loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => whenIdle(() => void Promise.allSettled(loads.map((load) => load()))), loads);
}
