import { useSyncExternalStore } from "react";

/** When the server last answered this tab, or the tab that polls for it, in milliseconds; null until it does. */
export const useLastContact = (): number | null => useSyncExternalStore(subscribe, () => last.at);

/** Notes that the server has just answered; null forgets the answers of another workspace. */
export function noteContact(at: number | null): void {
  last.at = at;
  for (const listener of listeners) listener();
}

const last: { at: number | null } = { at: null };
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
