import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { TodayAnswer } from "../../contract/agenda/today-schema.ts";
import { SCOPE_STATES, type ScopeState } from "../../contract/sync/vocabulary.ts";
import { isJsonObject, numberAt, textAt } from "../json.ts";

/** What the library uses of the read half's answer; null if it is not that answer. */
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
 * Whether an answer is a day of the agenda. Answers may grow, so only what the library stores and sorts by is checked;
 * the rules read the rest as the service wrote it.
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
