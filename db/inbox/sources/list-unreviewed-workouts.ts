import type { UnreviewedWorkout } from "../../../rules/inbox/sources/workout-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { newsSince, type SourceQuery, unresolvedSources } from "./source-query.ts";

/** Unreviewed workouts whose plan asks for a review, submitted recently or with an unresolved task. */
export async function listUnreviewedWorkouts(
  executor: QueryExecutor,
  query: SourceQuery,
): Promise<readonly UnreviewedWorkout[]> {
  const rows = await executor.tables
    .selectFrom("workoutSession as session")
    .innerJoin("planAssignment as assignment", "assignment.id", "session.assignmentId")
    .innerJoin("planRevision as revision", (join) =>
      join
        .onRef("revision.planId", "=", "assignment.planId")
        .onRef("revision.revision", "=", "assignment.appliedRevision"),
    )
    .where("session.relationshipId", "=", anyOf(query.relationshipIds))
    .where("session.status", "=", "SUBMITTED")
    .where("session.reviewedAt", "is", null)
    .where((session) =>
      session.or([
        session("session.acceptedAt", ">", newsSince(query)),
        session("session.id", "in", unresolvedSources(executor, query)),
      ]),
    )
    .select(["session.relationshipId", "session.id as sessionId", "session.changedAt"])
    .select(({ cast, ref }) => cast<object>(ref("revision.content"), "jsonb").as("content"))
    .execute();
  return rows.flatMap(({ content, ...row }) =>
    "reviewWanted" in content && content.reviewWanted === true ? row : [],
  );
}
