import type { Label } from "../../store/sealed-rows.ts";
import type { DailySummaryDay } from "../../wire/inbox-types.ts";

/** A day of a client as stored. */
export interface StoredCoachDay {
  /** The server's time of the answer. */
  readonly seenAt: string;
  readonly day: DailySummaryDay;
}

/** Label of a sealed day of a client. */
export const coachDayLabel = (scopeId: string, localDate: string): Label<StoredCoachDay> =>
  `snapshot/coach_day/${scopeId}/${localDate}`;
