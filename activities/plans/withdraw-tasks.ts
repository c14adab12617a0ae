import {
  cancelSourceTasks,
  type CanceledTask,
  type SourceWithdrawal,
} from "../../db/agenda/cancel-source-tasks.ts";
import { withdrawCards } from "../../db/agenda/cards/withdraw-cards.ts";
import { distinctDays } from "../../db/agenda/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { listPrograms } from "../../db/plans/queries.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { dayRefreshed } from "../agenda/day-refreshed.ts";
import { projectDays } from "../agenda/project-days.ts";
import type { AssignmentActing, PlanRecipient } from "./assignments/begin-assignment-act.ts";

/**
 * Withdraws the untouched tasks of ended, paused or superseded assignments from a local day on; emits events and
 * records the changes for devices. The caller holds the scope's lock.
 */
export async function withdrawTasks(tx: Tx, withdrawal: TaskWithdrawal): Promise<void> {
  if (withdrawal.sourceIds.length === 0) return;
  const canceled = await cancelSourceTasks(tx, withdrawal);
  const { relationshipId, requestId, now } = withdrawal;
  const withdrawn = await withdrawCards(
    tx,
    withdrawal.sourceIds.map((sourceId) => ({ ...withdrawal, sourceId })),
    now,
  );
  const programs = await listPrograms(tx, withdrawal.sourceIds);
  const changes = {
    agenda_task: canceled.map(({ id }) => id),
    ...(programs.length > 0 && { plan_assignment: programs }),
    ...(withdrawn.length > 0 && { agenda_card: withdrawn.map(({ id }) => id) }),
  };
  // The counter moves even if all tasks were started and stay, because today now shows a warning for them.
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  const canceledDays = canceled.map(({ localDate }) => ({ relationshipId, localDate }));
  await projectDays(tx, distinctDays([...canceledDays, ...withdrawn]), now);
  const events = canceled.map((task) => statusChanged(task, relationshipId));
  const refreshed = distinctDays(withdrawn).map(dayRefreshed);
  await appendEvents(tx, [...events, ...refreshed], { now, requestId });
}

/** Assignments whose tasks are withdrawn, and the request that caused it. */
export interface TaskWithdrawal extends SourceWithdrawal {
  readonly requestId: string | null;
}

/** Why an assignment's tasks are withdrawn, and the task that supersedes the one of the present day. */
export type AssignmentWithdrawal = Pick<TaskWithdrawal, "reason" | "successor">;

/** Withdraws the tasks of one assignment from the present local day on, for the coach who acts on it. */
export async function withdrawAssignment(
  tx: Tx,
  { byUserId, relationshipId, requestId }: AssignmentActing,
  {
    assignment: { id },
    localDate: fromLocalDate,
    now,
    ...withdrawal
  }: Pick<PlanRecipient, "localDate" | "now"> & {
    readonly assignment: Pick<PlanAssignment, "id">;
  } & AssignmentWithdrawal,
): Promise<void> {
  const by = { actorUserId: byUserId, actorKind: "COACH" as const, requestId };
  const what = { relationshipId, sourceIds: [id], fromLocalDate };
  await withdrawTasks(tx, { ...what, ...by, ...withdrawal, now });
}

function statusChanged({ id, revision }: CanceledTask, relationshipId: string) {
  return {
    eventId: newId(),
    type: "DailyTaskStatusChanged" as const,
    subjectId: id,
    version: revision,
    refs: { relationshipId },
  };
}
