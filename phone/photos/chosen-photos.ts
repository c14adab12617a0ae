import { useMemo, useSyncExternalStore } from "react";

/**
 * The photos that the person chose for a task, until an entry takes them along. The library has their bytes and does
 * not know the task; this browser remembers it, also over a kill.
 */
export const chosenPhotos = {
  add: (taskId: string, mediaId: string) =>
    store(taskId, [...new Set([...chosenIn(read(taskId)), mediaId])]),
  remove: (taskId: string, mediaId: string) =>
    store(
      taskId,
      chosenIn(read(taskId)).filter((one) => one !== mediaId),
    ),
  forget: (taskId: string) => store(taskId, []),
};

/** The photos that are chosen for a task, by their `mediaId`. */
export function useChosenPhotos(taskId: string): readonly string[] {
  const stored = useSyncExternalStore(watch, () => read(taskId));
  return useMemo(() => chosenIn(stored), [stored]);
}

const listeners = new Set<() => void>();
const keyOf = (taskId: string) => `photos/${taskId}`;
const read = (taskId: string) => localStorage.getItem(keyOf(taskId)) ?? "";
const chosenIn = (stored: string) => (stored === "" ? [] : stored.split(" "));

function store(taskId: string, mediaIds: readonly string[]): void {
  if (mediaIds.length === 0) localStorage.removeItem(keyOf(taskId));
  else localStorage.setItem(keyOf(taskId), mediaIds.join(" "));
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
