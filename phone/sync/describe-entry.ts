import type { OperationState } from "../../device/outbox/types.ts";
import { type Fields, numberOf, recordedOf, textOf } from "../today/fields.ts";
import type { CardTask } from "../today/read-task.ts";
import { valueText } from "../today/value-text.ts";
import type { Moments } from "../texts/moments.ts";
import type { Texts } from "../texts/texts.ts";

/** Describes an entry in words. A task of another day has no name on this device. */
export function describeEntry(operation: OperationState, context: EntryContext): string {
  const { payload, operationType } = operation;
  const { texts } = context;
  if (payload === null) return texts.actUnreadable;
  const task = context.tasks.find(({ taskId }) => taskId === payload["taskId"]);
  const title = task?.title ?? texts.taskElsewhere;
  const describe = isKnown(operationType, texts) ? texts.acts[operationType] : texts.actOther;
  return describe(title, detailOf(payload, task, context));
}

/** The data that a description needs besides the entry. */
export interface EntryContext {
  readonly tasks: readonly CardTask[];
  readonly texts: Texts;
  readonly moments: Moments;
}

type KnownType = keyof Texts["acts"];

function isKnown(operationType: string, { acts }: Texts): operationType is KnownType {
  return Object.hasOwn(acts, operationType);
}

/** The item, the value or the minutes that the entry is about. */
function detailOf(payload: Fields, task: CardTask | undefined, context: EntryContext): string {
  const minutes = numberOf(payload, "minutes");
  if (minutes !== null) return String(minutes);
  const itemId = textOf(payload, "itemId");
  if (itemId !== null) return itemOf(task, itemId) ?? context.texts.itemElsewhere;
  const value = recordedOf(payload, "value");
  return value === null ? "" : valueText(value, textOf(payload, "unit"), context);
}

function itemOf(task: CardTask | undefined, itemId: string): string | null {
  return task?.items.find((item) => item.itemId === itemId)?.label ?? null;
}
