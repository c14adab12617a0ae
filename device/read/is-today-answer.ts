import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { TodayAnswer } from "../../contract/agenda/today-schema.ts";
import { isJsonObject, numberAt, textAt } from "../json.ts";

/**
 * Whether an answer is a day of the agenda. Answers may grow: only the fields that the library stores and sorts by are
 * checked. The rules read the rest unchanged.
 */
export function isTodayAnswer(data: unknown): data is TodayAnswer {
  if (!isJsonObject(data)) return false;
  const { tasks, adherenceSummary } = data;
  return (
    textAt(data, "localDate") !== null &&
    textAt(data, "timezone") !== null &&
    isJsonObject(adherenceSummary) &&
    (tasks === undefined || (Array.isArray(tasks) && tasks.every(isTask)))
  );
}

/** Whether a task has the fields that the library stores and sorts by. */
export function isTask(task: unknown): task is AgendaTaskAnswer {
  return (
    isJsonObject(task) &&
    textAt(task, "taskId") !== null &&
    textAt(task, "localDate") !== null &&
    textAt(task, "status") !== null &&
    numberAt(task, "revision") !== null &&
    Array.isArray(task["items"])
  );
}
