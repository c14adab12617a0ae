import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { jsonList, jsonObject } from "../sql-parts.ts";
import { type Tables, tables } from "../tables.ts";

/** An assigned plan with whose it is. */
export type RunningAssignment = Awaited<ReturnType<typeof listRunningAssignments>>[number];

/** All running assignments of some relationships with what their plans say: one statement, by id. */
export async function listRunningAssignments(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
) {
  return await tables(em)
    .selectFrom("planAssignment as assignment")
    .innerJoin("relationship", "relationship.id", "assignment.relationshipId")
    .innerJoin("plan", "plan.id", "assignment.planId")
    .select(({ ref }) => [
      "assignment.id as assignmentId",
      "assignment.status",
      "assignment.startDate",
      "assignment.endDate",
      "relationship.id as relationshipId",
      "relationship.workspaceId",
      jsonObject({
        id: ref("plan.id"),
        kind: ref("plan.kind"),
        title: ref("plan.title"),
        instructions: ref("plan.instructions"),
        recurrence: ref("plan.recurrence"),
        dueTime: ref("plan.dueTime"),
        metric: ref("plan.metric"),
        revision: ref("plan.revision"),
        items: itemsOfPlan,
      }).as("plan"),
    ])
    .where(({ eb, fn, val }) => eb("assignment.relationshipId", "=", fn.any(val(relationshipIds))))
    .where("assignment.status", "=", "ACTIVE")
    .orderBy("assignment.id")
    .execute();
}

const itemsOfPlan = jsonList(
  expressionBuilder<Tables, "plan">()
    .selectFrom("planItem as item")
    .select(({ ref }) =>
      jsonObject({
        id: ref("item.id"),
        itemKey: ref("item.itemKey"),
        sortOrder: ref("item.sortOrder"),
        label: ref("item.label"),
        amount: ref("item.amount"),
        bulkEligible: ref("item.bulkEligible"),
      }).as("entry"),
    )
    .whereRef("item.planId", "=", "plan.id")
    .orderBy("item.sortOrder")
    .orderBy("item.id"),
);
