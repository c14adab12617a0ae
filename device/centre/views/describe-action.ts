import { isJsonObject, type JsonObject, numberAt, textAt } from "../../json.ts";
import type { NamedSubject, OperationTexts } from "../texts/types.ts";
import type { CentreEntry } from "../types.ts";
import type { Spoken } from "./spoken.ts";

/** Describes the person's action in one sentence, such as `Water: recorded 250 ml`. */
export function describeAction(spoken: Spoken, entry: DescribedEntry): string {
  const { operationType, payload, subject, status } = entry;
  const { operations, phrases } = spoken;
  if (payload === null)
    return status === "DISCARDED" ? phrases.discardedContent : phrases.unreadable;
  const named = namedIn(spoken, payload, subject);
  return isKnown(operationType, operations)
    ? operations[operationType](named)
    : phrases.otherAction(named.task);
}

/** The fields of an entry that say what the person did. */
export type DescribedEntry = Pick<CentreEntry, "operationType" | "payload" | "subject" | "status">;

function isKnown(type: string, operations: OperationTexts): type is keyof OperationTexts {
  return Object.hasOwn(operations, type);
}

function namedIn(
  spoken: Spoken,
  payload: JsonObject,
  { taskTitle, itemLabel }: CentreEntry["subject"],
): NamedSubject {
  const { phrases, written } = spoken;
  const namesItem = textAt(payload, "itemId") !== null;
  return {
    task: taskTitle ?? phrases.unknownTask,
    item: namesItem ? (itemLabel ?? phrases.unknownItem) : null,
    value: valueIn(spoken, payload),
    number: numberAt(payload, "minutes") ?? countIn(payload),
    day: written.day(textAt(payload, "localDate") ?? ""),
  };
}

function valueIn({ phrases, written }: Spoken, payload: JsonObject): string {
  const { value } = payload;
  if (typeof value === "boolean") return value ? phrases.yes : phrases.no;
  if (typeof value === "string") return value;
  if (typeof value !== "number") return "";
  const unit = textAt(payload, "unit");
  return unit === null ? written.number(value) : `${written.number(value)} ${unit}`;
}

/** Number of sets or answers. */
function countIn({ sets, answers }: JsonObject): number {
  if (Array.isArray(sets)) return sets.length;
  return isJsonObject(answers) ? Object.keys(answers).length : 0;
}
