import { judgeUnopenedDay, type NewestDay } from "../agenda/calendar/unopened-day.ts";
import { refuse, type Refused } from "../sync/decision.ts";

/**
 * The refusal of an operation on a task that nobody knows: final, unless its day has not been opened yet. A task
 * is found, never made (docs/rules.md#agenda-unopened-days).
 */
export function refuseUnknownTask(taskId: string, newest: NewestDay, now: Date): Refused {
  const wait = judgeUnopenedDay(taskId, newest, now);
  return wait === null ? refuse("TASK_UNKNOWN") : { ...refuse("DAY_NOT_OPEN"), ...wait };
}
