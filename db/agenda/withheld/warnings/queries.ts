import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { WITHHELD_WARNING_DATES } from "../../../../contract/agenda/withheld/vocabulary.ts";
import { runNamed } from "../../../platform/pipeline/run-named.ts";
import { records } from "../../../platform/statements/records.ts";
import { anyOf, daysBefore, holds } from "../../../platform/statements/sql-parts.ts";
import { tables } from "../../../tables.ts";
import type { RelationshipDay } from "../../queries.ts";

/** Occurrences withheld from some days, with the titles of plans and forms. One statement. */
export async function listWithheldOn(em: SqlEntityManager, days: readonly RelationshipDay[]) {
  if (days.length === 0) return [];
  const named = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  const withheld = titled(em)
    .innerJoin(named.as("named"), (join) =>
      join
        .onRef("named.relationshipId", "=", "withheld.relationshipId")
        .onRef("named.localDate", "=", "withheld.localDate"),
    )
    .orderBy("withheld.relationshipId")
    .orderBy("withheld.sourceId");
  return await runNamed(em, "withheld-on-days", withheld);
}

/** Occurrences withheld of some plan assignments of a relationship, over 28 dates up to its newest. One statement. */
export async function listWithheldOfAssignments(
  em: SqlEntityManager,
  relationshipId: string,
  assignmentIds: readonly string[],
) {
  if (assignmentIds.length === 0) return [];
  const withheld = titled(em)
    .innerJoin(
      "relationshipCalendar as calendar",
      "calendar.relationshipId",
      "withheld.relationshipId",
    )
    .where("withheld.relationshipId", "=", relationshipId)
    .where("withheld.sourceType", "=", "PLAN_ASSIGNMENT")
    .where("withheld.sourceId", "=", anyOf(assignmentIds))
    .where(({ eb, ref }) =>
      eb("withheld.localDate", ">", daysBefore(ref("calendar.localDate"), WITHHELD_WARNING_DATES)),
    )
    .orderBy("withheld.localDate");
  return await runNamed(em, "withheld-of-assignments", withheld);
}

/** An assignment that no longer has an occurrence on the day is omitted. */
function titled(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("withheldOccurrence as withheld")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "withheld.relationshipId")
        .onRef("day.localDate", "=", "withheld.localDate"),
    )
    .leftJoin("planAssignment as assignment", "assignment.id", "withheld.sourceId")
    .leftJoin("plan", "plan.id", "assignment.planId")
    .leftJoin("formAssignment as given", "given.id", "withheld.sourceId")
    .leftJoin("formVersion as form", "form.id", "given.formVersionId")
    .select(["withheld.relationshipId", "withheld.localDate", "withheld.sourceType"])
    .select(["withheld.sourceId", "withheld.faultKind"])
    .select(({ eb, fn }) => [
      fn.coalesce("plan.title", "form.title").as("title"),
      holds(eb("day.closedAt", "is not", null)).as("isClosed"),
    ])
    .where(({ or, eb, fn, ref }) =>
      or([
        eb("withheld.sourceType", "<>", "PLAN_ASSIGNMENT"),
        eb(ref("withheld.localDate"), "=", fn.any(ref("assignment.plannedDates").$notNull())),
      ]),
    );
}
