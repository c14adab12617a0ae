import type { OperationResult } from "../../../contract/sync/schema.ts";
import { taskMetric } from "../../agenda/task-metric.ts";
import type { Refused } from "../../sync/decision.ts";
import { refuseFor } from "../judge-task.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogAction,
  QuickLogEffects,
  QuickLogOutcome,
  TaskState,
} from "../quick-log-state.ts";
import { placeToResubmit, replacedFields, type Replacement } from "../replacement.ts";

/** A stale action, with what others did to its task. */
export interface StaleAction {
  readonly state: TaskState;
  readonly action: QuickLogAction;
  readonly undoTarget: PastOperation | undefined;
  /** Accepted changes of others, in the order of their revisions. */
  readonly foreignChanges: readonly ForeignChange[];
}

/**
 * Explains a stale revision: which fields others changed since, who and when, and whether the action's
 * own write set touches them. When it does not and the action would be accepted on the newest revision,
 * it can be sent again on that.
 *
 * @param again decides the same action once more.
 */
export function explainStale(
  stale: StaleAction,
  again: (action: QuickLogAction) => QuickLogOutcome,
): Refused {
  const { state, action } = stale;
  const { revision } = state.task;
  const changes = changesSince(stale);
  const changedFields = changedFieldsOf(changes);
  const writeSet = new Set(writeSetOf(stale));
  const writeSetsTouch = changedFields.some((field) => writeSet.has(field));
  const onNewest = again({ ...action, expectedRevision: revision });
  const rebaseable = !writeSetsTouch && onNewest.kind === "CHANGE";
  const conflict: NonNullable<OperationResult["conflict"]> = {
    changedFields,
    sinceRevision: sinceRevision(action),
    ...newestChange(state, action, changes),
    writeSetsTouch,
    rebaseRevision: rebaseable ? revision : null,
  };
  return {
    ...refuseFor(state, "STALE_REVISION", "STALE"),
    ...changedRange(onNewest),
    conflict,
    rebaseable,
  };
}

/** The range that holds now, where the newest revision would refuse the value for it. */
function changedRange(onNewest: QuickLogOutcome): Pick<Refused, "pointer" | "bounds"> {
  if (onNewest.kind !== "REFUSED" || onNewest.refused.bounds === undefined) return {};
  const { pointer, bounds } = onNewest.refused;
  return { ...(pointer !== undefined && { pointer }), bounds: { ...bounds, changed: true } };
}

/**
 * Explains that a task was taken back, by whom and when: the last of its changes, whatever a device
 * wants to do with it. Where another took its place, what that asks for else, and whether the action may be sent again
 * on it. A device that has seen this revision is told nothing it does not know.
 */
export function explainTakenBack(
  taken: StaleAction,
  refused: Refused,
  replacement?: Replacement,
): Refused {
  const { state, action } = taken;
  const supersededBy = replacement && placeToResubmit(state, action, replacement);
  if (sinceRevision(action) >= state.task.revision && !supersededBy) return refused;
  const changes = changesSince(taken);
  const replaced = replacement === undefined ? [] : replacedFields(state, replacement);
  const fields = ["status", ...(changes.length === 0 ? [] : changedFieldsOf(changes)), ...replaced];
  const conflict: NonNullable<OperationResult["conflict"]> = {
    changedFields: [...new Set(fields)],
    sinceRevision: sinceRevision(action),
    changedBy: state.task.changedByKind,
    changedAt: state.task.changedAt.toISOString(),
    writeSetsTouch: true,
    rebaseRevision: null,
    ...(supersededBy && { supersededBy }),
  };
  return { ...refused, conflict };
}

function changesSince({ action, foreignChanges }: StaleAction): readonly ForeignChange[] {
  return foreignChanges.filter(({ revision }) => revision > sinceRevision(action));
}

/** Whoever names no revision has seen none. */
function sinceRevision({ expectedRevision }: QuickLogAction): number {
  return expectedRevision ?? 0;
}

/**
 * What others changed: what their source renewed, `status`, `values`, `snooze`, `items/<itemId>`; of what nothing tells of, the
 * status.
 */
function changedFieldsOf(changes: readonly ForeignChange[]): string[] {
  if (changes.length === 0) return ["status"];
  const renewed = changes.flatMap((change) => ("renewed" in change ? change.renewed : []));
  const effects = changes.flatMap((change) => ("effects" in change ? [change.effects] : []));
  const moved = effects.some(({ taskFrom, taskTo }) => taskFrom !== taskTo);
  const recorded = effects.some(({ valueEntryId }) => valueEntryId !== null);
  const snoozed = effects.some(({ snooze }) => Boolean(snooze));
  const items = effects.flatMap((effect) => effect.items.map(({ itemId }) => itemField(itemId)));
  return [
    ...new Set(renewed),
    ...(moved ? ["status"] : []),
    ...(recorded ? ["values"] : []),
    ...(snoozed ? ["snooze"] : []),
    ...new Set(items),
  ];
}

/**
 * What the action writes. The status of a task with items or a metric follows from them, so that nobody
 * writes it; values that add up stand side by side.
 */
function writeSetOf({ state, action: { intent }, undoTarget }: StaleAction): readonly string[] {
  switch (intent.actionKind) {
    case "COMPLETE_ITEM":
      return [itemField(intent.payload.itemId)];
    case "SKIP":
      return intent.payload.itemId === undefined
        ? wholeTask(state)
        : [itemField(intent.payload.itemId)];
    case "RECORD_VALUE":
      return valueFields(state);
    case "UNDO":
      return undoTarget === undefined ? wholeTask(state) : undoneFields(state, undoTarget.effects);
    case "OPEN_STRUCTURED_LOG":
      return ["status"];
    case "SNOOZE":
      return ["snooze"];
    case "COMPLETE_TASK":
    case "COMPLETE_ALL_ITEMS":
      return wholeTask(state);
  }
}

function wholeTask({ items }: TaskState): readonly string[] {
  return ["status", "values", ...items.map(({ id }) => itemField(id))];
}

function valueFields({ task }: TaskState): readonly string[] {
  return taskMetric(task.snapshot)?.mode === "REPLACE" ? ["values"] : [];
}

function undoneFields(state: TaskState, effects: QuickLogEffects): readonly string[] {
  const fields = effects.items.map(({ itemId }) => itemField(itemId));
  if (effects.valueEntryId !== null) return [...fields, ...valueFields(state)];
  if (effects.snooze) return ["snooze"];
  return fields.length === 0 ? ["status"] : fields;
}

function itemField(itemId: string): string {
  return `items/${itemId}`;
}

/** Who made the newest revision that is not the device's own, and when. */
function newestChange(
  { task }: TaskState,
  { lineageId }: QuickLogAction,
  changes: readonly ForeignChange[],
): Pick<NonNullable<OperationResult["conflict"]>, "changedBy" | "changedAt"> {
  const newest = changes.at(-1);
  const isOwn = task.changedByLineageId === lineageId;
  if (newest !== undefined && (isOwn || newest.revision === task.revision))
    return { changedBy: kindOf(newest), changedAt: newest.decidedAt.toISOString() };
  return { changedBy: task.changedByKind, changedAt: task.changedAt.toISOString() };
}

/** What a task asks for changes by its coach alone, with the plan's revision. */
const kindOf = (change: ForeignChange) => ("renewed" in change ? "COACH" : "CLIENT");
