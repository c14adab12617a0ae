import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { getAssignment, getPlanRecipient } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { stopSpans } from "../../rules/plans/plan-dates.ts";
import { openDays } from "../agenda/calendar/open-days.ts";
import { withdrawTasks } from "./withdraw-tasks.ts";

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
  const { localDate } = await openDays(tx, relationship.id, { ...input, now });
  const assignment = await getAssignment(tx, input);
  if (relationship.status === "ENDED") throw new Refusal("RELATIONSHIP_INACTIVE");
  if (assignment.status === "ENDED" || assignment.status === "SUPERSEDED") return assignment;
  assignment.status = "ENDED";
  assignment.spans = stopSpans(assignment.spans, localDate);
  assignment.plannedDates = assignment.plannedDates.filter((date) => date < localDate);
  assignment.updatedAt = now;
  await tx.flush();
  await withdrawTasks(tx, {
    relationshipId: input.relationshipId,
    sourceIds: [assignment.id],
    fromLocalDate: localDate,
    actorUserId: input.endedByUserId,
    actorKind: "COACH",
    requestId: input.requestId,
    now,
  });
  return assignment;
}
