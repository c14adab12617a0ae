/** Notifies watchers of changes, once for all changes of one moment. */
export function makeChanges(): Changes {
  const watchers = new Set<Watcher>();
  let touched = new Set<string>();
  return {
    watch(scopeId, listener) {
      const watcher = { scopeId, listener };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    emit(scopeId) {
      touched.add(scopeId);
      if (touched.size === 1) queueMicrotask(notify);
    },
  };

  function notify(): void {
    const scopes = touched;
    touched = new Set();
    for (const { scopeId, listener } of watchers)
      if (scopeId === EVERY_SCOPE || scopes.has(scopeId) || scopes.has(EVERY_SCOPE)) listener();
  }
}

/** A change of the whole device; as a watched scope, every change. */
export const EVERY_SCOPE = "*";

/** Changes by scope. */
export interface Changes {
  /** Watches a scope; the returned function ends it. */
  watch(scopeId: string, listener: () => void): () => void;
  /** Called after the transaction that made the change. */
  emit(scopeId: string): void;
}

interface Watcher {
  readonly scopeId: string;
  readonly listener: () => void;
}
