import type { Leave } from "./buckets.ts";

/** Limits the concurrent requests of one client key; its further ones queue. */
export interface Turns {
  /** Resolves when the request may run. */
  wait(sender: string): Promise<Leave>;
}

interface Line {
  served: number;
  readonly waiting: (() => void)[];
}

/**
 * Concurrent files per process, independent of its connections: the same processor serves all other requests.
 * Others queue (docs/rooms/invitations.md#csv).
 */
export const FILES_AT_WORK = 2;

/**
 * Minimum duration of a file's slice, in milliseconds. A file alone takes three seconds, eleven at once half a
 * minute, and other requests are not delayed.
 */
export const FILE_TURN_MS = 500;

/** Opens the queues of all client keys: one with many requests does not delay the others. */
export function openTurns(most: number): Turns {
  const lines = new Map<string, Line>();

  const leave = (sender: string, line: Line) => {
    const next = line.waiting.shift();
    if (next === undefined) line.served -= 1;
    else next();
    if (line.served === 0) lines.delete(sender);
  };

  return {
    async wait(sender) {
      const line = lines.get(sender) ?? { served: 0, waiting: [] };
      lines.set(sender, line);
      if (line.served < most) line.served += 1;
      // A leaving request hands its slot to the next, so the number served stays.
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      let isServed = true;
      return () => {
        if (isServed) leave(sender, line);
        isServed = false;
      };
    },
  };
}
