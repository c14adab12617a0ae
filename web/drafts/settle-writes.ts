/**
 * Writes the newest text of a place once typing pauses, so that a key press waits for nothing. One write runs at a
 * time; texts that arrive meanwhile are one later write.
 */
export function settleWrites({ write, later }: SettlePorts): SettledWrites {
  const waiting = new Map<string, () => string>();
  let stopPause: () => void = () => undefined;
  let stopLimit: (() => void) | null = null;
  let running: Promise<void> | null = null;
  return {
    put(place, text) {
      waiting.set(place, text);
      stopPause();
      stopPause = later(() => void start(), PAUSE_MS);
      // Somebody who types on and on is not kept waiting.
      stopLimit ??= later(() => void start(), LIMIT_MS);
    },
    take(place) {
      const text = waiting.get(place);
      waiting.delete(place);
      return text === undefined ? null : text();
    },
    drop(place) {
      if (place === undefined) waiting.clear();
      else waiting.delete(place);
    },
    has: (place) => waiting.has(place),
    flush: start,
  };

  async function start(): Promise<void> {
    stopPause();
    stopLimit?.();
    stopLimit = null;
    await running;
    running ??= writeAll().finally(() => (running = null));
    await running;
  }

  async function writeAll(): Promise<void> {
    // A text that arrives from here on is a later write.
    for (const place of new Set(waiting.keys())) {
      const text = waiting.get(place);
      waiting.delete(place);
      if (text !== undefined) await write(place, text());
    }
  }
}

/** Texts that wait for a pause in typing. */
export interface SettledWrites {
  /** Takes a function that returns the newest text of a place; it is called only when the text is written. */
  readonly put: (place: string, text: () => string) => void;
  /** The text of a place that waits, which then no longer does; null if none waits. */
  readonly take: (place: string) => string | null;
  /** Forgets the text of a place, or of all. */
  readonly drop: (place?: string) => void;
  /** Whether a text of a place waits. */
  readonly has: (place: string) => boolean;
  /** Writes what waits at once. */
  readonly flush: () => Promise<void>;
}

interface SettlePorts {
  /** Resolves when the text is written, or could not be. */
  readonly write: (place: string, text: string) => Promise<void>;
  /** Runs something after some milliseconds; the function that it returns prevents that. */
  readonly later: (run: () => void, ms: number) => () => void;
}

/** A pause in typing. */
const PAUSE_MS = 300;
/** The longest wait of a text. */
const LIMIT_MS = 1500;
