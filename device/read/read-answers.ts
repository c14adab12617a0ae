import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { TodayAnswer } from "../../contract/agenda/today-schema.ts";
import { SCOPE_STATES, type ScopeState } from "../../contract/sync/vocabulary.ts";
import { isJsonObject, numberAt, textAt } from "../json.ts";

/** The fields of a sync read that the library uses; null if the answer has another format. */
export function readDeltaAnswer(data: unknown): DeltaAnswer | null {
  if (!isJsonObject(data)) return null;
  const serverCursor = textAt(data, "serverCursor");
  const scopeState = SCOPE_STATES.find((state) => state === data["scopeState"]);
  return serverCursor === null || scopeState === undefined ? null : { serverCursor, scopeState };
}

export interface DeltaAnswer {
  readonly serverCursor: string;
  readonly scopeState: ScopeState;
}

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

function isTask(task: unknown): task is AgendaTaskAnswer {
  return (
    isJsonObject(task) &&
    textAt(task, "taskId") !== null &&
    textAt(task, "localDate") !== null &&
    textAt(task, "status") !== null &&
    numberAt(task, "revision") !== null &&
    Array.isArray(task["items"])
  );
}
