import { getPresentDate } from "../../../db/agenda/queries.ts";
import { endActiveAssignments } from "../../../db/plans/end-active-assignments.ts";
import type { RelationshipHook } from "../../relationships/relationship-hook.ts";
import { withdrawTasks } from "../withdraw-tasks.ts";

/**
 * Ends every running assignment with its relationship: from the present local day on, untouched tasks are canceled;
 * started and done ones stay.
 */
export const assignmentsFollowRelationship: RelationshipHook = {
  async ended(tx, { relationship, actor, now, requestId }) {
    const { id: relationshipId } = relationship;
    const sourceIds = await endActiveAssignments(tx, relationshipId, now);
    await withdrawTasks(tx, {
      relationshipId,
      sourceIds,
      fromLocalDate: await getPresentDate(tx, relationshipId),
      reason: "ASSIGNMENT_ENDED",
      successor: null,
      actorUserId: actor.userId,
      actorKind: actor.kind,
      requestId,
      now,
    });
    return null;
  },
};
