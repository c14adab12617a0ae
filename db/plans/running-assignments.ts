import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { records } from "../records.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { jsonList, jsonObject } from "../sql-parts.ts";
import { type Tables, tables } from "../tables.ts";

/** An assigned plan with the relationship it was given to. */
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
      "assignment.materialisedDate",
      "relationship.id as relationshipId",
      "relationship.workspaceId",
      zoneNow("relationship").as("timezone"),
      "relationship.status as relationshipStatus",
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

/** The local day it is now in a zone. */
export interface ZoneDay {
  readonly timezone: string;
  readonly localDate: string;
}

/** Zones in which relationships live that can have tasks. */
export async function listZones(em: SqlEntityManager): Promise<readonly string[]> {
  const zones = await tables(em)
    .selectFrom("relationship")
    .select(zoneNow("relationship").as("timezone"))
    .distinct()
    .where("status", "in", ["ONBOARDING", "ACTIVE"])
    .execute();
  return zones.map(({ timezone }) => timezone);
}

/**
 * Relationships with an assignment whose task of the present local day was not decided yet, at most
 * `limit`, by id. The days come from the caller: zone arithmetic is done in one place, in rules.
 */
export async function listRelationshipsWithoutAgenda(
  em: SqlEntityManager,
  days: readonly ZoneDay[],
  limit: number,
): Promise<readonly string[]> {
  const day = records(days, [
    ["timezone", "text"],
    ["localDate", "date"],
  ]);
  const found = await tables(em)
    .selectFrom(day.as("day"))
    .innerJoin("relationship", (join) => join.on("day.timezone", "=", zoneNow("relationship")))
    .innerJoin("planAssignment as assignment", "assignment.relationshipId", "relationship.id")
    .select("relationship.id")
    .distinct()
    .where("relationship.status", "in", ["ONBOARDING", "ACTIVE"])
    .where("assignment.status", "=", "ACTIVE")
    .whereRef("assignment.startDate", "<=", "day.localDate")
    .where(({ eb, or, ref }) =>
      or([
        eb("assignment.materialisedDate", "is", null),
        eb("assignment.materialisedDate", "<", ref("day.localDate")),
      ]),
    )
    .orderBy("relationship.id")
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}
