import type { QuickLogActionKind } from "../../../contract/agenda/task-actions.ts";
import type { QuickLogIntent } from "../../../contract/quick-log/payload-schema.ts";
import type { OperationResult } from "../../../contract/sync/schema.ts";
import type { Refused } from "../../sync/decision.ts";
import { ACTION_RULES } from "../actions/action-rules.ts";
import { refuseFor } from "../judge-task.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  Replacement,
  TaskState,
} from "../types.ts";
import { placeToResubmit, replacedFields } from "../replacement.ts";
import { itemField } from "./written-fields.ts";

/**
 * Explains a stale revision: which fields others changed since, who, when, and whether the action's write set
 * overlaps. If it does not, and the newest revision would accept the action, it can be resubmitted on that one.
 *
 * @param again decides the same action on another revision.
 */
export function explainStale(
  stale: StaleAction,
  again: (action: QuickLogAction) => QuickLogOutcome,
): Refused {
  const { state, action } = stale;
  const { revision } = state.task;
  const changes = changesSince(stale);
  const changedFields = changedFieldsOf(changes);
  const writeSet = new Set(writeSetOf(stale, action.intent));
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

/** A stale action with the changes of others to its task. */
export interface StaleAction {
  readonly state: TaskState;
  readonly action: QuickLogAction;
  readonly undoTarget: PastOperation | undefined;
  /** Accepted changes of others, by ascending revision. */
  readonly foreignChanges: readonly ForeignChange[];
}

/** The range in force, if the newest revision would refuse the value because of it. */
function changedRange(onNewest: QuickLogOutcome): Pick<Refused, "pointer" | "bounds"> {
  if (onNewest.kind !== "REFUSED" || onNewest.refused.bounds === undefined) return {};
  const { pointer, bounds } = onNewest.refused;
  return { ...(pointer !== undefined && { pointer }), bounds: { ...bounds, changed: true } };
}

/**
 * Explains that a task was canceled, by whom and when: always its last change. If it was replaced, also the
 * replacement's differing fields, and whether the action can be resubmitted on it. A device that has seen this
 * revision receives no explanation.
 */
export function explainCanceled(
  stale: StaleAction,
  refused: Refused,
  replacement?: Replacement,
): Refused {
  const { state, action } = stale;
  const supersededBy = replacement && placeToResubmit(state, action, replacement);
  if (sinceRevision(action) >= state.task.revision && !supersededBy) return refused;
  const changes = changesSince(stale);
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

/** A device that names no revision has seen none. */
function sinceRevision({ expectedRevision }: QuickLogAction): number {
  return expectedRevision ?? 0;
}

/**
 * The fields that others changed: those that their source refreshed, `status`, `values`, `snooze`, `items/<itemId>`.
 * The status, if no change is known.
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

/** The fields that the action writes. */
function writeSetOf<Kind extends QuickLogActionKind>(
  { state, undoTarget }: StaleAction,
  { actionKind, payload }: QuickLogIntent<Kind>,
): readonly string[] {
  return ACTION_RULES[actionKind].writeSet(state, payload, undoTarget);
}

/** Author and time of the newest revision that is not the device's own. */
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

/** Only the coach changes the content of a task, with the plan's revision. */
const kindOf = (change: ForeignChange) => ("renewed" in change ? "COACH" : "CLIENT");
