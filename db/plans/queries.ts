import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PlanKind, PlanStatus } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { anyOf } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import { Relationship } from "../relationships/relationship.ts";
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

/** Plans of a workspace that are not archived. */
export async function countOpenPlans(em: SqlEntityManager, workspaceId: string): Promise<number> {
  return await em.count(Plan, { workspaceId, status: "ACTIVE" });
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

/** Plans by kind, their assignments by id; null for whichever. */
export interface PlanSources {
  readonly kinds: readonly PlanKind[] | null;
  readonly assignmentIds: readonly string[] | null;
}

/** Those of some relationships that were given one of the sources, running or ended. One statement. */
export async function listSourcedRelationships(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
  { kinds, assignmentIds }: PlanSources,
): Promise<readonly string[]> {
  const given = tables(em)
    .selectFrom("planAssignment as assignment")
    .innerJoin("plan", "plan.id", "assignment.planId")
    .select("assignment.relationshipId")
    .distinct()
    .where("assignment.relationshipId", "=", anyOf(relationshipIds));
  const named =
    assignmentIds === null ? given : given.where("assignment.id", "=", anyOf(assignmentIds));
  const meant = kinds === null ? named : named.where("plan.kind", "in", kinds);
  if (kinds?.length === 0) return [];
  return (await meant.execute()).map(({ relationshipId }) => relationshipId);
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
