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
import { judgesRevision } from "./judges-revision.ts";
import type { PastOperation, QuickLogAction, TaskState } from "./quick-log-state.ts";

const OPEN: readonly TaskStatus[] = OPEN_TASK_STATUSES;

/**
 * The gate every quick-log action passes first: the task still stands in the plan, was not changed by others since, takes the
 * action's moment, and offers the action.
 *
 * @returns the refusal, or null to go on.
 */
export function judgeTask(
  state: TaskState,
  action: QuickLogAction,
  undoTarget?: PastOperation,
): Refused | null {
  const { task } = state;
  if (task.status === "SUPERSEDED") return refuseFor(state, "TASK_SUPERSEDED", "CLOSED");
  if (task.status === "CANCELED") return refuseFor(state, "TASK_CANCELED", "CLOSED");
  const unknown = judgeNamedRevision(state, action, undoTarget);
  if (unknown !== null) return refuseFor(state, unknown, "STALE");
  const { actionKind } = action.intent;
  if (actionKind === "COMPLETE_TASK" && needsOwnScreen(task))
    return refuseFor(state, "STRUCTURED_PAYLOAD_REQUIRED", "STALE");
  if (!offers(state, actionKind)) return refuseFor(state, "ACTION_NOT_OFFERED", "STALE");
  if (actionKind !== "UNDO" && !takes(state, action))
    return refuseFor(state, "TASK_CLOSED", "CLOSED");
  return null;
}

/** Why an action does not know the task well enough, or null. */
function judgeNamedRevision(
  { task }: TaskState,
  { intent, expectedRevision, lineageId }: QuickLogAction,
  undoTarget: PastOperation | undefined,
): VerdictCode | null {
  if (!judgesRevision(task, intent, undoTarget)) return null;
  if (expectedRevision === null) return "EXPECTED_REVISION_MISSING";
  const judgement = judgeRevision(task, expectedRevision, lineageId);
  if (judgement === "AHEAD") return "REVISION_AHEAD";
  return judgement === "STALE" ? "STALE_REVISION" : null;
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
