import type { Leave } from "./buckets.ts";

/** Lets so many requests of one sender be served at a time; the others of theirs wait for their turn. */
export interface Turns {
  /** Resolves when it is this one's turn. */
  wait(sender: string): Promise<Leave>;
}

interface Line {
  served: number;
  readonly waiting: (() => void)[];
}

/**
 * Files of people that are worked at in a process at a time, however many connections it has: the same processor serves
 * everybody else. The others wait for their turn (docs/rooms/invitations.md#csv).
 */
export const FILES_AT_WORK = 2;

/**
 * How long a turn of a file lasts at least, in milliseconds: a file alone takes three seconds, eleven at once half a
 * minute, and nobody else waits for them.
 */
export const FILE_TURN_MS = 500;

/** Opens the turns of all senders: one with much to ask is served beside the others, not before them. */
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
      // Whoever leaves hands over: the number of those served stays.
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      let isServed = true;
      return () => {
        if (isServed) leave(sender, line);
        isServed = false;
      };
    },
  };
}
