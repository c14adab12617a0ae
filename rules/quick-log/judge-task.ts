import { OPEN_TASK_STATUSES, type TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason, VerdictCode } from "../../contract/sync/vocabulary.ts";
import { notOffered, offeredAction } from "../agenda/actions/offered-action.ts";
import { takesEvidence } from "../agenda/closing/close-task.ts";
import { todayPath } from "../agenda/today-path.ts";
import { refuse, type Refused } from "../sync/decision.ts";
import { judgeRevision } from "../sync/judge-revision.ts";
import { judgesRevision } from "./revision/judges-revision.ts";
import { judgeAction, wantedAction } from "./steps/judge-action.ts";
import type { PastOperation, QuickLogAction, TaskState } from "./types.ts";

/**
 * The first check of every quick-log action. The task must be planned, unchanged by others, and accept the action's
 * time. It must offer the action in its scope, and required values must be present.
 *
 * @returns the refusal, or null to continue.
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
  const wanted = wantedAction(action.intent);
  const offered = offeredAction(task.actionSchema, wanted);
  if (offered === null) return refuseFor(state, notOffered(task.actionSchema, wanted), "STALE");
  if (wanted.kind !== "UNDO" && !takes(state, action))
    return refuseFor(state, "TASK_CLOSED", "CLOSED");
  const code = judgeAction(task, offered, action);
  return code === null ? null : refuseFor(state, code, "STALE");
}

const OPEN: readonly TaskStatus[] = OPEN_TASK_STATUSES;

/** Why an action names no sufficient revision of the task, or null. */
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

/** A closed day only accepts what was recorded before it closed (docs/rooms/agenda.md#late-evidence). */
function takes({ task, dayClosedAt }: TaskState, { recordedAt }: QuickLogAction): boolean {
  if (dayClosedAt === null) return OPEN.includes(task.status);
  return recordedAt !== null && recordedAt < dayClosedAt && takesEvidence(task);
}

/** A refusal with the task's latest revision and where to fetch it. */
export function refuseFor(state: TaskState, code: VerdictCode, reason: RefetchReason): Refused {
  return {
    ...refuse(code),
    latestRevision: state.task.revision,
    refetch: [taskRefetch(state, reason)],
  };
}

/** Where a device refetches the task: the agenda of its day. */
export function taskRefetch(state: TaskState, reason: RefetchReason): RefetchHint {
  return {
    entityType: "agenda_task",
    entityId: state.task.id,
    path: todayPath(state.task.localDate),
    reason,
  };
}
