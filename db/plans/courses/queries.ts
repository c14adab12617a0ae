import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { OPEN_ASSIGNMENT_STATUSES } from "../../../contract/plans/vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/**
 * Some open assignments of a relationship without a planned date from its present local day on, with that day and the
 * content of their revisions. One statement.
 */
export async function listWithoutDates(
  em: SqlEntityManager,
  relationshipId: string,
  assignmentIds: readonly string[],
) {
  if (assignmentIds.length === 0) return [];
  const withoutDates = tables(em)
    .selectFrom("planAssignment as assignment")
    .innerJoin(
      "relationshipCalendar as calendar",
      "calendar.relationshipId",
      "assignment.relationshipId",
    )
    .innerJoin("planRevision as revision", (join) =>
      join
        .onRef("revision.planId", "=", "assignment.planId")
        .onRef("revision.revision", "=", "assignment.appliedRevision"),
    )
    .select(["assignment.id", "startDate", "endDate", "spans", "calendar.localDate"])
    .select("revision.content")
    .where("assignment.relationshipId", "=", relationshipId)
    .where("assignment.id", "=", anyOf(assignmentIds))
    .where("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES)
    .where(({ eb, fn, not, ref }) =>
      not(eb(ref("calendar.localDate"), "<=", fn.any(ref("assignment.plannedDates").$notNull()))),
    );
  return await runNamed(em, "assignments-without-dates", withoutDates);
}
