import { useSyncExternalStore } from "react";
import { UNREAD, type Watched, type WatchedStore } from "./watched.ts";

/** The newest value of a store; unread without one. */
export function useWatched<Value>(store: WatchedStore<Value> | null): Watched<Value> {
  const { subscribe, snapshot } = store ?? NO_STORE;
  return useSyncExternalStore<Watched<Value>>(subscribe, snapshot, unread);
}

const unread = () => UNREAD;
const NO_STORE: WatchedStore<never> = { subscribe: () => () => undefined, snapshot: unread };
