import { sorted } from "../../contract/sorted.ts";
import { isOpen } from "../../contract/agenda/order-agenda.ts";
import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import { canonicalForm } from "../../contract/canonical-form.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import { ACTION_RULES } from "./actions/action-rules.ts";
import type { QuickLogAction, Replacement, ReplacingItem, TaskState } from "./types.ts";

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
  if (!actionSchema.actions.some(({ kind }) => kind === intent.actionKind)) return null;
  if (!suits(replacement, intent)) return null;
  const itemId = "itemId" in intent.payload ? intent.payload.itemId : undefined;
  if (itemId === undefined) return { taskId, itemId: null, revision };
  const key = items.find(({ id }) => id === itemId)?.sourceItemKey;
  const same = replacement.items.find(({ sourceItemKey }) => sourceItemKey === key);
  return same?.status === "PENDING" ? { taskId, itemId: same.id, revision } : null;
}

function suits<Kind extends QuickLogActionKind>(
  replacement: Replacement,
  { actionKind, payload }: QuickLogIntent<Kind>,
): boolean {
  return ACTION_RULES[actionKind].suits?.(replacement, payload) ?? true;
}

/** The fields in which a replacement differs from the former task. */
export function replacedFields({ task, items }: TaskState, replacement: Replacement): string[] {
  const { planId: _former, ...former } = task.snapshot;
  const { planId: _plan, ...present } = replacement.snapshot;
  const before = new Map<string, unknown>(Object.entries(former));
  const after = new Map<string, unknown>(Object.entries(present));
  const names = sorted(new Set([...before.keys(), ...after.keys()]));
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
