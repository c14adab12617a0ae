import type { TodayAnswer } from "../../../contract/agenda/today-schema.ts";
import type { WorkoutConflictView } from "../../../contract/workouts/conflict-schema.ts";
import type { ClientOnPhone } from "../chapters/client-chapters.ts";
import type { Coach } from "../chapters/coach-chapters.ts";
import type { FastHouse } from "./fast-house.ts";
import type { Stage } from "../stage.ts";

/** A workout that a second phone has trained as well, and what its session is refused for. */
export interface DraftInConflict {
  readonly client: ClientOnPhone;
  readonly secondPhone: ClientOnPhone;
  readonly conflict: WorkoutConflictView;
}

/** The stage within a second house, whose time can pass, and the client who lives there. */
export interface SecondHouse {
  /** Requests go to the second house; whatever is written lands on the same page. */
  readonly stage: Stage;
  readonly house: FastHouse;
  readonly coach: Coach;
  readonly client: ClientOnPhone;
  /** Another client of the coach, in a zone of their own. */
  readonly far: ClientOnPhone;
  readonly today: TodayAnswer;
  /** What the client put off, and when they are reminded of it. */
  readonly skipped: { readonly taskId: string; readonly remindedAt: string };
  readonly draft: DraftInConflict;
}
