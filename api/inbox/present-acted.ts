import type { ActedTask, CoachTaskState } from "../../contract/inbox/act-schema.ts";
import type { InboxSummary, TaskNudge } from "../../contract/inbox/schema.ts";
import type { ActedOn } from "../../activities/inbox/acts/loaded-task.ts";
import { countInbox } from "../../db/inbox/counts/queries.ts";
import { offeredActs, statusAt, undoableUntil } from "../../rules/inbox/judge-act.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";
import type { ApiDeps } from "../api-deps.ts";
import { type ItemReader, presentSummary } from "./present-item.ts";

/** The stored result of an action on a task: without the inbox's counts, which change. */
export function presentActed(
  acted: ActedOn,
  { userId, permissions }: Pick<ItemReader, "userId" | "permissions">,
  {
    isStart = false,
    nudge = null,
  }: { readonly isStart?: boolean; readonly nudge?: TaskNudge | null } = {},
): ActedTask {
  const { task } = acted;
  const { taskType, closedAt, resolutionType, dismissReason } = task;
  const opens = mayOpen(task.sourceContext, permissions);
  const resolutionLabel = resolutionType ?? dismissReason;
  return {
    task: presentState(acted, { userId, opens }),
    routeTarget: isStart && opens ? task.route : null,
    timelineEvent:
      closedAt === null || resolutionLabel === null
        ? null
        : { taskType, date: closedAt.toISOString(), resolutionLabel },
    nudge,
    counts: null,
  };
}

function presentState(
  { task, relationship, now }: ActedOn,
  { userId, opens }: { readonly userId: string; readonly opens: boolean },
): CoachTaskState {
  const { severity, sourceKind, workspaceId, relationshipId } = task;
  const status = statusAt(task, now);
  const decision = { byUserId: task.closedByUserId, closedAt: task.closedAt };
  const undoUntil = undoableUntil(decision, userId, now);
  const state = { status, severity, sourceKind, clientStatus: relationship.status };
  const actions = offeredActs({ ...state, mayOpen: opens, isUndoable: undoUntil !== null });
  const isAwake = task.status === "SNOOZED" && status === "OPEN";
  return {
    taskId: task.id,
    workspaceId,
    relationshipId,
    revision: task.revision,
    taskType: task.taskType,
    status,
    severity,
    score: {
      total: task.priorityScore,
      base: task.basePart,
      severity: task.severityPart,
      due: task.duePart,
      client: task.clientPart,
      pin: task.pinPart,
    },
    dueAt: wire(task.dueAt),
    snoozedUntil: wire(task.snoozedUntil),
    snoozePreset: task.snoozePreset,
    wakeReason: isAwake ? "SNOOZE_ENDED" : task.reopenReason,
    occurrenceCount: task.occurrenceCount,
    goalAt: wire(task.goalAt),
    undoUntil: actions.includes("UNDO") ? wire(undoUntil) : null,
    actions: [...actions],
    assignedCoachUserId: task.assignedCoachUserId,
    resolutionType: task.resolutionType,
    dismissReason: task.dismissReason,
  };
}

const wire = (at: Date | null) => (at === null ? null : at.toISOString());

/**
 * Adds the inbox's present counts, after the action was committed. A stored answer may be older than nudges and undo
 * instants.
 */
export async function withCounts(answer: ActedTask, { database }: ApiDeps): Promise<ActedTask> {
  const task = { ...NEVER_UNDONE, ...answer.task };
  return { ...NO_NUDGE, ...answer, task, counts: await countsNow(database, task.workspaceId) };
}

const NO_NUDGE = { nudge: null };
const NEVER_UNDONE = { undoUntil: null };

/** The counts of a workspace's inbox, with the same statement as the summary. */
export async function countsNow(
  database: ApiDeps["database"],
  workspaceId: string,
): Promise<InboxSummary> {
  return presentSummary(await countInbox(database.em.fork(), { workspaceId }));
}
