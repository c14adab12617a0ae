import type { TodayAnswer } from "../../../contract/agenda/today-schema.ts";
import type { WorkoutConflict } from "../../../device/wire/workout-types.ts";
import type { ClientOnPhone } from "../chapters/client-chapters.ts";
import type { Coach } from "../chapters/coach-chapters.ts";
import type { FastHouse } from "./fast-house.ts";
import type { Stage } from "../stage.ts";

/** The stage within a second installation, in which time can be skipped, and its client. */
export interface SecondHouse {
  /** Requests go to the second installation; output goes to the same page. */
  readonly stage: Stage;
  readonly house: FastHouse;
  readonly coach: Coach;
  readonly client: ClientOnPhone;
  /** Another client of the coach, in another zone. */
  readonly far: ClientOnPhone;
  readonly today: TodayAnswer;
  /** The task that the client skipped, and when they are reminded of it. */
  readonly skipped: { readonly taskId: string; readonly remindedAt: string };
  readonly draft: DraftInConflict;
}

/** A workout that a second phone has trained as well, and the conflict of its session. */
export interface DraftInConflict {
  readonly client: ClientOnPhone;
  readonly secondPhone: ClientOnPhone;
  readonly conflict: WorkoutConflict;
}
