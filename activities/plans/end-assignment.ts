import { v7 as uuidv7 } from "uuid";
import { Refusal } from "../../contract/refusal.ts";
import { cancelSourceTasks, type CanceledTask } from "../../db/agenda/cancel-source-tasks.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { getAssignment, getPlanRecipient } from "../../db/plans/queries.ts";
import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { localDateOf } from "../../rules/agenda/local-day.ts";
import { projectDays } from "../agenda/project-days.ts";

/** An assignment to be ended, and by whom. */
export interface AssignmentEnd {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly assignmentId: string;
  readonly endedByUserId: string;
  readonly requestId: string | null;
}

/**
 * Ends an assignment from the present local day on: tasks the client has not touched are canceled, what
 * was begun or done stays. Ended again, it stays as it is.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (ended).
 */
export async function endAssignment(tx: Tx, input: AssignmentEnd): Promise<PlanAssignment> {
  if (!(await lockScope(tx, input.relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const relationship = await getPlanRecipient(tx, input);
  const assignment = await getAssignment(tx, input);
  if (relationship.status === "ENDED") throw new Refusal("RELATIONSHIP_INACTIVE");
  if (assignment.status === "ENDED") return assignment;
  assignment.status = "ENDED";
  assignment.updatedAt = now;
  await tx.flush();
  const canceled = await cancelSourceTasks(tx, {
    relationshipId: input.relationshipId,
    sourceId: assignment.id,
    fromLocalDate: localDateOf(now, relationship.timezone),
    reason: "ASSIGNMENT_ENDED",
    actorUserId: input.endedByUserId,
    now,
  });
  await tellOfCanceled(tx, input, { canceled, now });
  return assignment;
}

async function tellOfCanceled(
  tx: Tx,
  { relationshipId, requestId }: AssignmentEnd,
  { canceled, now }: { canceled: readonly CanceledTask[]; now: Date },
): Promise<void> {
  if (canceled.length === 0) return;
  const changes = { agenda_task: canceled.map(({ id }) => id) };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  const days = [...new Set(canceled.map(({ localDate }) => localDate))];
  await projectDays(
    tx,
    days.map((localDate) => ({ relationshipId, localDate })),
    now,
  );
  const events = canceled.map(({ id, revision }) => ({
    eventId: uuidv7(),
    type: "DailyTaskStatusChanged" as const,
    subjectId: id,
    version: revision,
    refs: { relationshipId },
  }));
  await appendEvents(tx, events, { now, requestId });
}
