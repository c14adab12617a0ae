import { WITHHELD_RETRY_SECONDS } from "../../contract/agenda/vocabulary.ts";
import { dateOfComputedId } from "../../contract/agenda/task-id.ts";
import { judgeUnopenedDay, type NewestDay } from "../agenda/calendar/unopened-day.ts";
import { refuse, type Refused } from "../sync/decision.ts";

/** An occurrence, or a whole day, that is withheld because it failed there by itself. */
export interface Withheld {
  readonly localDate: string;
  /** Id that the task would have; null of a whole day. */
  readonly taskId: string | null;
  readonly closesAt: Date | null;
  readonly isClosed: boolean;
}

/**
 * The refusal of an operation on a task that nobody knows: final, unless its day has not been opened yet
 * (docs/rooms/agenda.md#unopened-days), or the task is withheld from a day that has not closed
 * (docs/rooms/agenda.md#withheld-occurrences). A task is found, never made.
 */
export function refuseUnknownTask(
  taskId: string,
  { withheld, ...newest }: NewestDay & { readonly withheld: readonly Withheld[] },
  now: Date,
): Refused {
  const known = withheldTask(withheld, taskId);
  if (known !== null) return refuseWithheld(known, now);
  const wait = judgeUnopenedDay(taskId, newest, now);
  return wait === null ? refuse("TASK_UNKNOWN") : { ...refuse("DAY_NOT_OPEN"), ...wait };
}

/** What is withheld under the id of a task, or on the day of that id; null for nothing. */
export function withheldTask(withheld: readonly Withheld[], taskId: string): Withheld | null {
  const date = dateOfComputedId(taskId);
  const own = withheld.find((each) => each.taskId === taskId);
  return own ?? withheld.find((each) => each.taskId === null && each.localDate === date) ?? null;
}

/** It may be shown until its day closes: until then the operation waits. */
function refuseWithheld({ closesAt, isClosed }: Withheld, now: Date): Refused {
  if (isClosed) return refuse("TASK_NEVER_SHOWN");
  const left = closesAt === null ? Number.POSITIVE_INFINITY : closesAt.getTime() - now.getTime();
  const seconds = Math.max(LEAST_WAIT_SECONDS, Math.ceil(left / 1_000));
  const retryAfterSeconds = Math.min(WITHHELD_RETRY_SECONDS, seconds);
  return { ...refuse("TASK_WITHHELD"), retryAfterSeconds };
}

/** A day is closed by a look, which comes once a minute. */
const LEAST_WAIT_SECONDS = 60;
