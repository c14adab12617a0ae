/** A worker's memory between the calls of its lanes. It only saves work, and may be lost. */
export interface LaneMemory {
  /** Leaves the days of a relationship that failed alone for a while; afterwards it is tried alone. */
  pause(relationshipId: string): void;
  /** The relationships that pause. */
  listPaused(): readonly string[];
  /** Has relationships that failed together tried alone. */
  suspect(relationshipIds: readonly string[]): void;
  /** Forgets that relationships failed. */
  trust(relationshipIds: readonly string[]): void;
  isSuspect(relationshipId: string): boolean;
  /** How many days wait in a lane, counted anew if the count is old or another day is next. */
  countDays(lane: number, nextAt: Date | null, count: () => Promise<number>): Promise<number>;
}

/** Milliseconds until days that could not be made final are tried again. */
const PAUSE_MS = 300_000;

/** Milliseconds for which a count is shown: counting reads every day that waits. */
const COUNT_MS = 60_000;

/** Creates an empty memory. @param clock milliseconds of the process's own clock; only tests use another one. */
export function createLaneMemory(clock = () => performance.now()): LaneMemory {
  const pauses = new Map<string, number>();
  const suspects = new Set<string>();
  const counts = new Map<number, DayCount>();
  return {
    pause(relationshipId) {
      suspects.add(relationshipId);
      pauses.set(relationshipId, clock() + PAUSE_MS);
    },
    listPaused() {
      const now = clock();
      for (const [relationshipId, until] of pauses) if (until <= now) pauses.delete(relationshipId);
      return [...pauses.keys()];
    },
    suspect(relationshipIds) {
      for (const relationshipId of relationshipIds) suspects.add(relationshipId);
    },
    trust(relationshipIds) {
      for (const relationshipId of relationshipIds) suspects.delete(relationshipId);
    },
    isSuspect: (relationshipId) => suspects.has(relationshipId),
    async countDays(lane, nextAt, count) {
      const next = nextAt?.getTime() ?? null;
      const known = counts.get(lane);
      if (known?.next === next && clock() < known.until) return known.count;
      const counted = { count: await count(), next, until: clock() + COUNT_MS };
      counts.set(lane, counted);
      return counted.count;
    },
  };
}

/** The days of a lane when they were last counted. */
interface DayCount {
  readonly count: number;
  /** When the next of them becomes final, in milliseconds; null without one. */
  readonly next: number | null;
  /** When the count is old. */
  readonly until: number;
}
