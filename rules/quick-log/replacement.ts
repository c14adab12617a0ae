import { isOpen } from "../../contract/agenda/order.ts";
import type { StoredActionSchema, TaskSnapshot } from "../../contract/agenda/schema.ts";
import type { TaskKind, TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { canonicalForm } from "../../contract/canonical-json.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import type { AgendaTaskItem } from "../agenda/agenda-task.ts";
import { taskMetric } from "../agenda/task-metric.ts";
import { judgeValue } from "./judge-value.ts";
import type { QuickLogAction, TaskState } from "./quick-log-state.ts";

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

/** The task that took the place of another, or the last of those that did. */
export interface Replacement {
  readonly id: string;
  readonly taskKind: TaskKind;
  readonly status: TaskStatus;
  readonly revision: number;
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: StoredActionSchema;
  readonly items: readonly ReplacingItem[];
  /** It is due at another time than the former one. */
  readonly dueAtDiffers: boolean;
}

type SupersededBy = NonNullable<NonNullable<OperationResult["conflict"]>["supersededBy"]>;

/**
 * Where an action on a superseded task may be sent again: the task in its place, if that can still be done, is of the
 * same kind, offers the action, and takes it: it has the item that is meant, by its key, and that is pending; for
 * complete-all any that it would tick; or a metric that the value is one of. Else null. An undo is of the operation that
 * it names, and goes nowhere else.
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

/** Whether a task that offers an action takes this one, as far as that is not a matter of one of its items. */
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

/** What the task in the place of another asks for that the former one did not, by its fields. */
export function replacedFields({ task, items }: TaskState, replacement: Replacement): string[] {
  const { planId: _former, ...said } = task.snapshot;
  const { planId: _plan, ...says } = replacement.snapshot;
  const before = new Map<string, unknown>(Object.entries(said));
  const after = new Map<string, unknown>(Object.entries(says));
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const snapshot = names.filter((name) => !areSame(before.get(name), after.get(name)));
  return [
    ...snapshot,
    ...(replacement.dueAtDiffers ? ["dueAt"] : []),
    ...(areSame(items.map(saidOfItem), replacement.items.map(saidOfItem)) ? [] : ["items"]),
  ];
}

const saidOfItem = (item: ReplacingItem) => ({
  key: item.sourceItemKey,
  place: item.sortOrder,
  label: item.labelSnapshot,
  amount: item.amountSnapshot,
  bulk: item.bulkEligible,
});

const areSame = (one: unknown, other: unknown) =>
  canonicalForm(one ?? null) === canonicalForm(other ?? null);
