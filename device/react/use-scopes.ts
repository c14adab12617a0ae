import { useMemo } from "react";
import type { Device, Scope } from "../types.ts";
import { useWatched } from "./use-watched.ts";
import { type Watched, watchedStore } from "./watched.ts";

/** The scopes of the signed-in person. The list stays the same object while its scopes are the same. */
export function useScopes(device: Device): Watched<readonly Scope[]> {
  const store = useMemo(
    () =>
      watchedStore({
        read: () => device.scopes(),
        watch: (changed) => device.watch(changed),
        keep: keepSame,
      }),
    [device],
  );
  return useWatched(store);
}

function keepSame(former: readonly Scope[] | undefined, next: readonly Scope[]): readonly Scope[] {
  const isSame = former?.length === next.length && next.every((scope, at) => scope === former[at]);
  return isSame && former !== undefined ? former : next;
}
