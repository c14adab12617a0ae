import {
  OPEN_TASK_STATUSES,
  type TaskStatus,
  type QuickLogActionKind,
} from "../../contract/agenda/vocabulary.ts";
import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason, VerdictCode } from "../../contract/sync/vocabulary.ts";
import { takesEvidence } from "../agenda/closing/close-task.ts";
import { todayPath } from "../agenda/today-path.ts";
import { refuse, type Refused } from "../sync/decision.ts";
import { judgeRevision } from "../sync/judge-revision.ts";
import { needsOwnScreen } from "./quick-completion.ts";
import type { QuickLogAction, TaskState } from "./quick-log-state.ts";

const OPEN: readonly TaskStatus[] = OPEN_TASK_STATUSES;

/**
 * The gate every quick-log action passes first: the task still stands in the plan, was not changed by others since, takes the
 * action's moment, and offers the action.
 *
 * @returns the refusal, or null to go on.
 */
export function judgeTask(state: TaskState, action: QuickLogAction): Refused | null {
  const { task } = state;
  if (task.status === "SUPERSEDED") return refuseFor(state, "TASK_SUPERSEDED", "CLOSED");
  if (task.status === "CANCELED") return refuseFor(state, "TASK_CANCELED", "CLOSED");
  const judgement = judgeRevision(task, action.expectedRevision, action.lineageId);
  if (judgement === "AHEAD") return refuseFor(state, "REVISION_AHEAD", "STALE");
  if (judgement === "STALE") return refuseFor(state, "STALE_REVISION", "STALE");
  const { actionKind } = action.intent;
  if (actionKind === "COMPLETE_TASK" && needsOwnScreen(task))
    return refuseFor(state, "STRUCTURED_PAYLOAD_REQUIRED", "STALE");
  if (!offers(state, actionKind)) return refuseFor(state, "ACTION_NOT_OFFERED", "STALE");
  if (actionKind !== "UNDO" && !takes(state, action))
    return refuseFor(state, "TASK_CLOSED", "CLOSED");
  return null;
}

/** On a closed day only what was recorded before it closed is taken (docs/rules.md#agenda-late-evidence). */
function takes({ task, dayClosedAt }: TaskState, { recordedAt }: QuickLogAction): boolean {
  if (dayClosedAt === null) return OPEN.includes(task.status);
  return recordedAt !== null && recordedAt < dayClosedAt && takesEvidence(task);
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
