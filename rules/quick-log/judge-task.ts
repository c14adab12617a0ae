import { OPEN_TASK_STATUSES, type TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { QuickLogActionKind } from "../../contract/quick-log/vocabulary.ts";
import type { OperationResult, RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason, VerdictCode } from "../../contract/sync/vocabulary.ts";
import { todayPath } from "../agenda/today-path.ts";
import { refuse, type Refused } from "../sync/decision.ts";
import { judgeRevision } from "../sync/judge-revision.ts";
import type { QuickLogAction, TaskState } from "./quick-log-state.ts";

const OPEN: readonly TaskStatus[] = OPEN_TASK_STATUSES;

/**
 * The gate every quick-log action passes first: the task exists in this relationship, still stands in
 * the plan, was not changed by others since, is open, and offers the action.
 *
 * @returns the refusal, or null to go on.
 */
export function judgeTask(state: TaskState | undefined, action: QuickLogAction): Refused | null {
  if (state === undefined) return refuse("TASK_UNKNOWN");
  const { task } = state;
  if (task.status === "SUPERSEDED") return refuseFor(state, "TASK_SUPERSEDED", "CLOSED");
  if (task.status === "CANCELED") return refuseFor(state, "TASK_CANCELED", "CLOSED");
  const judgement = judgeRevision(task, action.expectedRevision, action.lineageId);
  if (judgement === "AHEAD") return refuseFor(state, "REVISION_AHEAD", "STALE");
  if (judgement === "STALE") return refuseStale(state, action);
  const { actionKind } = action.intent;
  if (!offers(state, actionKind)) return refuseFor(state, "ACTION_NOT_OFFERED", "STALE");
  if (actionKind !== "UNDO" && !OPEN.includes(task.status))
    return refuseFor(state, "TASK_CLOSED", "CLOSED");
  return null;
}

/** A refusal that names the task's latest revision and where to fetch it. */
export function refuseFor(state: TaskState, code: VerdictCode, reason: RefetchReason): Refused {
  return {
    ...refuse(code),
    latestRevision: state.task.revision,
    refetch: [taskRefetch(state, reason)],
  };
}

/** Where a device fetches the task again: the agenda of its day. */
export function taskRefetch(state: TaskState, reason: RefetchReason): RefetchHint {
  return {
    entityType: "agenda_task",
    entityId: state.task.id,
    path: todayPath(state.task.localDate),
    reason,
  };
}

function offers(state: TaskState, actionKind: QuickLogActionKind): boolean {
  return state.task.actionSchema.actions.some(({ kind }) => kind === actionKind);
}

/**
 * Explains a stale revision: which fields others changed since, and whether the operation's own
 * write set touches them. When it does not, the same action can be sent again on the newest revision.
 */
function refuseStale(state: TaskState, action: QuickLogAction): Refused {
  const { task } = state;
  const changedItemIds = state.items
    .filter((item) => item.revision > action.expectedRevision)
    .map(({ id }) => id);
  const touch = writeSetTouches(action, changedItemIds);
  const conflict: NonNullable<OperationResult["conflict"]> = {
    changedFields: ["status", ...changedItemIds.map((id) => `items/${id}`)],
    sinceRevision: action.expectedRevision,
    changedBy: task.changedByKind,
    changedAt: task.changedAt.toISOString(),
    writeSetsTouch: touch,
    rebaseRevision: touch ? null : task.revision,
  };
  return { ...refuseFor(state, "STALE_REVISION", "STALE"), conflict, rebaseable: !touch };
}

function writeSetTouches(action: QuickLogAction, changedItemIds: readonly string[]): boolean {
  const { intent } = action;
  if (intent.actionKind === "COMPLETE_ITEM") return changedItemIds.includes(intent.payload.itemId);
  if (intent.actionKind === "SKIP" && intent.payload.itemId !== undefined)
    return changedItemIds.includes(intent.payload.itemId);
  return true;
}
