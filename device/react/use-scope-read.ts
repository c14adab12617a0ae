import { useMemo } from "react";
import { isScopeClosed } from "../store/scope-closed.ts";
import type { Scope } from "../types.ts";
import { useWatched } from "./use-watched.ts";
import { type Watched, watchedStore } from "./watched.ts";

/**
 * Anything that is read from a scope, again after each change of it.
 *
 * @param read the same function at every render: another one is another read.
 */
export function useScopeRead<Value>(
  scope: Scope | null,
  read: (scope: Scope) => Promise<Value>,
): Watched<Value> {
  const store = useMemo(
    () =>
      scope === null
        ? null
        : watchedStore({
            read: () => read(scope),
            watch: (changed) => scope.watch(changed),
            forgets: isScopeClosed,
          }),
    [scope, read],
  );
  return useWatched(store);
}
