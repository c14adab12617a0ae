import { useMemo } from "react";
import { isScopeClosed } from "../store/load-scope.ts";
import type { Device, Scope } from "../types.ts";
import { useWatched } from "./use-watched.ts";
import { type Watched, watchedStore } from "./watched.ts";

/**
 * Anything that is read from a scope or from the device, again after each change of it.
 *
 * @param read the same function at every render: another one is another read.
 */
export function useScopeRead<Value, Place extends Scope | Device = Scope>(
  place: Place | null,
  read: (place: Place) => Promise<Value>,
): Watched<Value> {
  const store = useMemo(
    () =>
      place === null
        ? null
        : watchedStore({
            read: () => read(place),
            watch: (changed) => place.watch(changed),
            forgets: isScopeClosed,
          }),
    [place, read],
  );
  return useWatched(store);
}
