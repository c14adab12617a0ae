import type { SkipReason } from "../../../../contract/quick-log/vocabulary.ts";
import type { ModelDone } from "./terms.ts";

/** A skip that settlement has seen. */
export interface SettledSkip {
  readonly by: ModelDone;
  readonly localDate: string;
  readonly context: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

/** Number of skips for a reason within seven days after which the coach is notified. */
const NEEDED: Readonly<Partial<Record<SkipReason, number>>> = {
  PAIN_OR_INJURY: 1,
  FOOD_UNAVAILABLE: 2,
  BUSY: 3,
};

const dayOf = (localDate: string) => Date.parse(localDate) / 86_400_000;

/**
 * How often a coach is notified of skips that were settled together
 * (docs/rooms/quick-log.md#skips-that-reach-the-coach). Each reason and context counts once if any seven days that
 * include one of the skips contain enough of them. An obstacle with a note counts once. Skips that were undone before
 * settlement do not count.
 */
export function skipsThatReach(
  settled: readonly SettledSkip[],
  fresh: ReadonlySet<ModelDone>,
): number {
  const inForce = settled.filter(({ by }) => !by.undone);
  const due = inForce
    .filter(({ by }) => fresh.has(by))
    .filter((skip) => {
      const alike = inForce.filter(
        ({ reason, context }) => reason === skip.reason && context === skip.context,
      );
      const isNoted = skip.reason === "FOOD_UNAVAILABLE" && skip.hasNote;
      return isNoted || mostInSevenDays(skip, alike) >= (NEEDED[skip.reason] ?? Infinity);
    });
  return new Set(due.map(({ reason, context }) => `${reason}/${context}`)).size;
}

function mostInSevenDays(skip: SettledSkip, alike: readonly SettledSkip[]): number {
  const day = dayOf(skip.localDate);
  const counts = [0, 1, 2, 3, 4, 5, 6].map(
    (later) =>
      alike.filter(({ localDate }) => {
        const before = day + later - dayOf(localDate);
        return before >= 0 && before < 7;
      }).length,
  );
  return Math.max(...counts);
}
