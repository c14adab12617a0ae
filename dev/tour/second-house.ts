import type { TodayAnswer } from "../../contract/agenda/today-schema.ts";
import type { ClientOnPhone } from "./chapters/client-chapters.ts";
import type { Coach } from "./chapters/coach-chapters.ts";
import type { FastHouse } from "./fast-house.ts";
import type { Stage } from "./stage.ts";

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
}
