import { isJsonObject, numberAt, textAt } from "../../json.ts";
import type { CoachTaskDetail, CoachTaskItem } from "../../wire/inbox-types.ts";

/**
 * Whether an answer is a row of the inbox. Answers may grow: only the fields that the library stores, sorts and decides
 * by are checked.
 */
export function isInboxItem(data: unknown): data is CoachTaskItem {
  if (!isJsonObject(data)) return false;
  const { client, score, closes, actions } = data;
  return (
    ["taskId", "taskType", "status", "severity"].every((name) => textAt(data, name) !== null) &&
    numberAt(data, "revision") !== null &&
    isJsonObject(client) &&
    textAt(client, "relationshipId") !== null &&
    textAt(client, "status") !== null &&
    isJsonObject(score) &&
    numberAt(score, "pin") !== null &&
    isJsonObject(closes) &&
    textAt(closes, "code") !== null &&
    Array.isArray(actions)
  );
}

/** Whether an answer is a row with its history. */
export function isInboxDetail(data: unknown): data is CoachTaskDetail {
  return isJsonObject(data) && Array.isArray(data["timeline"]) && isInboxItem(data);
}
