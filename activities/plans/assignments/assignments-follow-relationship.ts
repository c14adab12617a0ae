import { getPresentDate } from "../../../db/agenda/queries.ts";
import { endActiveAssignments } from "../../../db/plans/end-active-assignments.ts";
import type { RelationshipHook } from "../../relationships/relationship-hook.ts";
import { withdrawTasks } from "../withdraw-tasks.ts";

/**
 * Every running assignment of a relationship ends with it: tasks the client has not touched are canceled
 * from the present local day on, what was begun or done stays.
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
