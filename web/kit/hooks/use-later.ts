import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * Loads code that the first page is drawn without. It waits until the page has its data and the browser is idle, so no
 * key waits for it and it delays no row. If it fails, the component that needs the code requests it again. The list
 * `loads` must be the same in each render.
 */
export function useLater(...loads: readonly (() => Promise<unknown>)[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    let callOff = whenIdle(look);
    return () => callOff();

    function look(): void {
      if (queries.isFetching() === 0)
        return void Promise.allSettled(loads.map(async (load) => await load()));
      const timer = setTimeout(() => (callOff = whenIdle(look)), AGAIN_MS);
      callOff = () => clearTimeout(timer);
    }
  }, [queries, ...loads]);
}

const AGAIN_MS = 100;
