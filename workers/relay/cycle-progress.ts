import { END_AFTER_MS, type Watched } from "../watch/watch-progress.ts";

/** When the loops of a relay last succeeded. */
export interface CycleProgress {
  /** Starts to track a loop; `slackMs` is its time in addition to the default of every loop. */
  expect(turn: string, slackMs: number): void;
  endedWell(turn: string): void;
  /** How long the latest loop is overdue, beyond its allowed time; 0 while all make progress. */
  stalledMs(): number;
}

/** The progress of one relay; only tests pass another clock. */
export function createCycleProgress(now: () => number = () => performance.now()): CycleProgress {
  const turns = new Map<string, { lastAt: number; readonly slackMs: number }>();
  return {
    expect: (turn, slackMs) => void turns.set(turn, { lastAt: now(), slackMs }),
    endedWell: (turn) => {
      const known = turns.get(turn);
      if (known !== undefined) known.lastAt = now();
    },
    stalledMs: () =>
      Math.max(0, ...[...turns.values()].map(({ lastAt, slackMs }) => now() - lastAt - slackMs)),
  };
}

/** A relay's loops, for its process's watchdog. */
export function watchedPasses(progress: CycleProgress, wouldGetOn: Watched["wouldGetOn"]): Watched {
  return {
    name: "the last finished pass",
    stalledMs: () => progress.stalledMs(),
    limitMs: END_AFTER_MS,
    wouldGetOn,
  };
}
