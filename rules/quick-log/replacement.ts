import { isOpen } from "../../contract/agenda/order-agenda.ts";
import type { StoredActionSchema, TaskSnapshot } from "../../contract/agenda/schema.ts";
import type { TaskKind, TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { canonicalForm } from "../../contract/canonical-form.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import type { AgendaTaskItem } from "../agenda/agenda-task.ts";
import { taskMetric } from "../agenda/task-metric.ts";
import { judgeValue } from "./judge-value.ts";
import type { QuickLogAction, TaskState } from "./types.ts";

/** The task that replaced another, or the last one of a chain of replacements. */
export interface Replacement {
  readonly id: string;
  readonly taskKind: TaskKind;
  readonly status: TaskStatus;
  readonly revision: number;
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: StoredActionSchema;
  readonly items: readonly ReplacingItem[];
  /** Its due time differs from that of the former task. */
  readonly dueAtDiffers: boolean;
}

type ReplacingItem = Pick<
  AgendaTaskItem,
  | "id"
  | "status"
  | "sourceItemKey"
  | "sortOrder"
  | "labelSnapshot"
  | "amountSnapshot"
  | "bulkEligible"
>;

type SupersededBy = NonNullable<NonNullable<OperationResult["conflict"]>["supersededBy"]>;

/**
 * Where an action on a superseded task can be resubmitted. The replacement must still be doable, be of the same kind,
 * offer the action and accept it. It needs the pending item with the same key; for complete-all a completable item;
 * for a value a metric that accepts it. Else null. An undo belongs to its operation and is never resubmitted.
 */
export function placeToResubmit(
  { task, items }: TaskState,
  { intent }: QuickLogAction,
  replacement: Replacement,
): SupersededBy | null {
  const { id: taskId, revision, actionSchema } = replacement;
  if (!isOpen(replacement.status) || replacement.taskKind !== task.taskKind) return null;
  if (intent.actionKind === "UNDO") return null;
  if (!actionSchema.actions.some(({ kind }) => kind === intent.actionKind)) return null;
  if (!takes(replacement, intent)) return null;
  const itemId = "itemId" in intent.payload ? intent.payload.itemId : undefined;
  if (itemId === undefined) return { taskId, itemId: null, revision };
  const key = items.find(({ id }) => id === itemId)?.sourceItemKey;
  const same = replacement.items.find(({ sourceItemKey }) => sourceItemKey === key);
  return same?.status === "PENDING" ? { taskId, itemId: same.id, revision } : null;
}

/** Whether a task that offers an action accepts this one, apart from its items. */
function takes({ snapshot, items }: Replacement, intent: QuickLogIntent): boolean {
  switch (intent.actionKind) {
    case "RECORD_VALUE": {
      const metric = taskMetric(snapshot);
      return metric !== null && judgeValue(metric, intent.payload) === null;
    }
    case "COMPLETE_ALL_ITEMS":
      return items.some(({ status, bulkEligible }) => status === "PENDING" && bulkEligible);
    default:
      return true;
  }
}

/** The fields in which a replacement differs from the former task. */
export function replacedFields({ task, items }: TaskState, replacement: Replacement): string[] {
  const { planId: _former, ...former } = task.snapshot;
  const { planId: _plan, ...present } = replacement.snapshot;
  const before = new Map<string, unknown>(Object.entries(former));
  const after = new Map<string, unknown>(Object.entries(present));
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const snapshot = names.filter((name) => !areSame(before.get(name), after.get(name)));
  return [
    ...snapshot,
    ...(replacement.dueAtDiffers ? ["dueAt"] : []),
    ...(areSame(items.map(contentOfItem), replacement.items.map(contentOfItem)) ? [] : ["items"]),
  ];
}

const contentOfItem = (item: ReplacingItem) => ({
  key: item.sourceItemKey,
  place: item.sortOrder,
  label: item.labelSnapshot,
  amount: item.amountSnapshot,
  bulk: item.bulkEligible,
});

const areSame = (one: unknown, other: unknown) =>
  canonicalForm(one ?? null) === canonicalForm(other ?? null);
