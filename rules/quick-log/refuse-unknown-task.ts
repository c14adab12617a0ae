import { WITHHELD_RETRY_SECONDS } from "../../contract/agenda/withheld/vocabulary.ts";
import { dateOfComputedId } from "../../contract/agenda/task-id.ts";
import { judgeUnopenedDay, type NewestDay } from "../agenda/calendar/judge-unopened-day.ts";
import { refuse, type Refused } from "../sync/decision.ts";

/**
 * The refusal of an operation on an unknown task. It is final, unless its day is not open yet
 * (docs/rooms/agenda.md#unopened-days), or the task is withheld from an unclosed day
 * (docs/rooms/agenda.md#withheld-occurrences). An operation never creates a task.
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

/** A task of a plan, or all tasks of a day, that do not exist yet because creating them failed. */
export interface Withheld {
  readonly localDate: string;
  /** Id that the task would have; null for a whole day. */
  readonly taskId: string | null;
  readonly closesAt: Date | null;
  readonly isClosed: boolean;
}

/** The withheld occurrence with a task's id, or the withheld day of that id; null if there is none. */
export function withheldTask(withheld: readonly Withheld[], taskId: string): Withheld | null {
  const date = dateOfComputedId(taskId);
  const own = withheld.find((each) => each.taskId === taskId);
  return own ?? withheld.find((each) => each.taskId === null && each.localDate === date) ?? null;
}

/** It may still appear until its day closes: until then the operation waits. */
function refuseWithheld({ closesAt, isClosed }: Withheld, now: Date): Refused {
  if (isClosed) return refuse("TASK_NEVER_SHOWN");
  const left = closesAt === null ? Number.POSITIVE_INFINITY : closesAt.getTime() - now.getTime();
  const seconds = Math.max(LEAST_WAIT_SECONDS, Math.ceil(left / 1_000));
  const retryAfterSeconds = Math.min(WITHHELD_RETRY_SECONDS, seconds);
  return { ...refuse("TASK_WITHHELD"), retryAfterSeconds };
}

/** The scan that closes days runs once a minute. */
const LEAST_WAIT_SECONDS = 60;
