import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { PlanStatus } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AssignedPlan } from "../../rules/plans/plan-snapshot.ts";
import { Relationship } from "../relationships/relationship.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { PlanAssignment } from "./plan-assignment.ts";
import { PlanItem } from "./plan-item.ts";
import { Plan } from "./plan.ts";

/** A place in a list that is read by id, newest first; null before the first page. */
export interface PlacePage {
  readonly afterId: string | null;
  readonly limit: number;
}

/** A plan with its items in their order. */
export interface PlanWithItems {
  readonly plan: Plan;
  readonly items: readonly PlanItem[];
}

/** A plan of a workspace. @throws Refusal NOT_FOUND, also for a plan of another workspace. */
export async function getPlan(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly planId: string },
): Promise<Plan> {
  const plan = await em.findOne(Plan, { id: key.planId, workspaceId: key.workspaceId });
  if (plan === null) throw new Refusal("NOT_FOUND");
  return plan;
}

/** The items of plans, in their order. */
export async function listPlanItems(
  em: SqlEntityManager,
  planIds: readonly string[],
): Promise<readonly PlanItem[]> {
  return await em.find(
    PlanItem,
    { planId: { $in: [...planIds] } },
    { orderBy: { planId: "asc", sortOrder: "asc", id: "asc" } },
  );
}

/** Plans of a workspace, newest first; one more than the limit tells of a further page. */
export async function listPlans(
  em: SqlEntityManager,
  filter: { readonly workspaceId: string; readonly status: PlanStatus | null },
  page: PlacePage,
): Promise<readonly Plan[]> {
  return await em.find(
    Plan,
    {
      workspaceId: filter.workspaceId,
      ...(filter.status !== null && { status: filter.status }),
      ...(page.afterId !== null && { id: { $lt: page.afterId } }),
    },
    { orderBy: { id: "desc" }, limit: page.limit + 1 },
  );
}

/**
 * The relationship that a plan is given to or taken from, of one workspace.
 *
 * @throws Refusal NOT_FOUND, also for a relationship of another workspace.
 */
export async function getPlanRecipient(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly relationshipId: string },
): Promise<Relationship> {
  const relationship = await em.findOne(Relationship, {
    id: key.relationshipId,
    workspaceId: key.workspaceId,
  });
  if (relationship === null) throw new Refusal("NOT_FOUND");
  return relationship;
}

/** Relationship of an assignment, or null. Read before the lock: it never changes. */
export async function findAssignmentScope(
  em: SqlEntityManager,
  assignmentId: string,
): Promise<string | null> {
  const assignment = await em.findOne(
    PlanAssignment,
    { id: assignmentId },
    { fields: ["relationshipId"] },
  );
  return assignment?.relationshipId ?? null;
}

/** The running assignment of a plan in a relationship, or null. */
export async function findActiveAssignment(
  em: SqlEntityManager,
  key: { readonly planId: string; readonly relationshipId: string },
): Promise<PlanAssignment | null> {
  return await em.findOne(PlanAssignment, {
    planId: key.planId,
    relationshipId: key.relationshipId,
    status: "ACTIVE",
  });
}

/** An assignment of a relationship. @throws Refusal NOT_FOUND. */
export async function getAssignment(
  em: SqlEntityManager,
  key: { readonly assignmentId: string; readonly relationshipId: string },
): Promise<PlanAssignment> {
  const assignment = await em.findOne(PlanAssignment, {
    id: key.assignmentId,
    relationshipId: key.relationshipId,
  });
  if (assignment === null) throw new Refusal("NOT_FOUND");
  return assignment;
}

/** Assignments of a relationship, newest first; one more than the limit tells of a further page. */
export async function listAssignments(
  em: SqlEntityManager,
  relationshipId: string,
  page: PlacePage,
): Promise<readonly PlanAssignment[]> {
  return await em.find(
    PlanAssignment,
    { relationshipId, ...(page.afterId !== null && { id: { $lt: page.afterId } }) },
    { orderBy: { id: "desc" }, limit: page.limit + 1 },
  );
}

/** An assigned plan with the relationship it was given to. */
export interface RunningAssignment extends AssignedPlan {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly timezone: string;
  readonly relationshipStatus: RelationshipStatus;
  readonly materialisedDate: string | null;
}

/** All running assignments of some relationships with what their plans say: one statement, by id. */
export async function listRunningAssignments(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
): Promise<readonly RunningAssignment[]> {
  const { rows } = await sql<RunningAssignment>`
    select assignment.id as "assignmentId", assignment.status,
      assignment.start_date::text as "startDate", assignment.end_date::text as "endDate",
      assignment.materialised_date::text as "materialisedDate",
      relationship.id as "relationshipId", relationship.workspace_id as "workspaceId",
      ${zoneNow("relationship")} as timezone, relationship.status as "relationshipStatus",
      json_build_object('id', plan.id, 'kind', plan.kind, 'title', plan.title,
        'instructions', plan.instructions, 'recurrence', plan.recurrence,
        'dueTime', plan.due_time::text, 'metric', plan.metric, 'revision', plan.revision,
        'items', coalesce(item.list, '[]')) as plan
    from plan_assignment assignment
    join relationship on relationship.id = assignment.relationship_id
    join plan on plan.id = assignment.plan_id
    left join lateral (
      select json_agg(json_build_object('id', id, 'itemKey', item_key, 'sortOrder', sort_order,
        'label', label, 'amount', amount, 'bulkEligible', bulk_eligible)
        order by sort_order, id) as list
      from plan_item where plan_id = plan.id
    ) item on true
    where assignment.relationship_id = any(${relationshipIds}::uuid[])
      and assignment.status = 'ACTIVE'
    order by assignment.id
  `.execute(em.getKysely());
  return rows;
}

/** The local day it is now in a zone. */
export interface ZoneDay {
  readonly timezone: string;
  readonly localDate: string;
}

/** Zones in which relationships live that can have tasks. */
export async function listZones(em: SqlEntityManager): Promise<readonly string[]> {
  const { rows } = await sql<{ timezone: string }>`
    select distinct ${zoneNow("relationship")} as timezone from relationship
    where status in ('ONBOARDING', 'ACTIVE')
  `.execute(em.getKysely());
  return rows.map(({ timezone }) => timezone);
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
  const { rows } = await sql<{ id: string }>`
    select distinct relationship.id
    from json_to_recordset(${JSON.stringify(days)}::json) as day (timezone text, "localDate" date)
    join relationship on ${zoneNow("relationship")} = day.timezone
      and relationship.status in ('ONBOARDING', 'ACTIVE')
    join plan_assignment assignment on assignment.relationship_id = relationship.id
      and assignment.status = 'ACTIVE' and assignment.start_date <= day."localDate"
      and (assignment.materialised_date is null or assignment.materialised_date < day."localDate")
    order by relationship.id
    limit ${limit}
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}
