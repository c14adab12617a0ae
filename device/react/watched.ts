/**
 * Keeps the newest value of a source while somebody subscribes. It reads once at a time; a change during a read
 * triggers one more, so that the last value is the newest. Without subscribers it forgets the value, because nothing
 * personal stays in memory for a screen that is gone.
 */
export function watchedStore<Value>(source: WatchedSource<Value>): WatchedStore<Value> {
  const listeners = new Set<() => void>();
  let current: Watched<Value> = UNREAD;
  let endWatching: (() => void) | null = null;
  /** Distinguishes the reads of one subscription from those of an earlier one. */
  let period = 0;
  const ask = repeatWhileAsked(async () => {
    const started = period;
    const next = await readNext(source, current);
    if (started !== period) return;
    current = next;
    for (const listener of listeners) listener();
  });

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (endWatching === null) {
        endWatching = source.watch(ask);
        ask();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    snapshot: () => current,
  };

  function stop(): void {
    endWatching?.();
    endWatching = null;
    period += 1;
    current = UNREAD;
  }
}

/** Runs one read at a time; a call during a read triggers one more. */
function repeatWhileAsked(read: () => Promise<void>): () => void {
  let isReading = false;
  let isAskedAgain = false;
  const run = async () => {
    isReading = true;
    while (isAskedAgain) {
      isAskedAgain = false;
      await read();
    }
    isReading = false;
  };
  return () => {
    isAskedAgain = true;
    if (!isReading) void run();
  };
}

async function readNext<Value>(
  { read, keep, forgets }: WatchedSource<Value>,
  { value: former }: Watched<Value>,
): Promise<Watched<Value>> {
  try {
    const value = await read();
    return { value: keep?.(former, value) ?? value, error: null };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { value: forgets?.(error) === true ? undefined : former, error };
  }
}

/** A value as a component sees it. */
export interface Watched<Value> {
  /** Undefined until it is read, and after its scope was closed. Another failed read keeps what is shown and typed. */
  readonly value: Value | undefined;
  /** Why the last read failed; null if it succeeded. */
  readonly error: Error | null;
}

/** Where a value comes from. */
export interface WatchedSource<Value> {
  readonly read: () => Promise<Value>;
  /** Calls back after each change; the returned function ends that. */
  readonly watch: (listener: () => void) => () => void;
  /** Returns the former value if the new one means the same, so that nothing is drawn again. */
  readonly keep?: (former: Value | undefined, next: Value) => Value;
  /** Whether the value must not be shown any more after this failure of a read. */
  readonly forgets?: (error: Error) => boolean;
}

/** A value with its subscribers, as `useSyncExternalStore` needs it. */
export interface WatchedStore<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Watched<Value>;
}

/** Before the first read. */
export const UNREAD: Watched<never> = { value: undefined, error: null };
