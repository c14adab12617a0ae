import { useMemo } from "react";
import type { ScopePartName, ScopeParts } from "../parts/types.ts";
import type { Scope } from "../types.ts";
import { useWatched } from "./use-watched.ts";
import { type Watched, watchedStore } from "./watched.ts";

/** A part of a scope, loaded when the first component needs it. */
export function usePart<Name extends ScopePartName>(
  scope: Scope | null,
  name: Name,
): Watched<ScopeParts[Name]> {
  const store = useMemo(
    () =>
      scope === null
        ? null
        : watchedStore({ read: () => scope.part(name), watch: () => () => undefined }),
    [scope, name],
  );
  return useWatched(store);
}
