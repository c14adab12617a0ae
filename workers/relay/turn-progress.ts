import { END_AFTER_MS, type Watched } from "../watch/watch-progress.ts";

/** When the turns of a relay last ended well. */
export interface TurnProgress {
  /** Begins to watch a turn; `slackMs` is what it may take beside the time that every turn has. */
  expect(turn: string, slackMs: number): void;
  endedWell(turn: string): void;
  /** For how long the turn that is latest has not ended well, beyond what it may take; 0 while all get on. */
  stalledMs(): number;
}

/** The progress of one relay; a clock that tests turn is theirs. */
export function createTurnProgress(now: () => number = () => performance.now()): TurnProgress {
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

/** A relay's passes, for the watch of its process. */
export function watchedPasses(progress: TurnProgress, wouldGetOn: Watched["wouldGetOn"]): Watched {
  return {
    name: "the last finished pass",
    stalledMs: () => progress.stalledMs(),
    limitMs: END_AFTER_MS,
    wouldGetOn,
  };
}
