import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { PlanKind, PlanStatus } from "../../contract/plans/vocabulary.ts";
import { OPEN_ASSIGNMENT_STATUSES } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { anyOf } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import { Relationship } from "../relationships/relationship.ts";
import { PlanAssignment } from "./plan-assignment.ts";
import { Plan } from "./plan.ts";

/** A place in a list that is read by id, newest first; null before the first page. */
export interface PlacePage {
  readonly afterId: string | null;
  readonly limit: number;
}

/** A plan, and what its newest revision says; null before the first. */
export interface PublishedPlan {
  readonly plan: Plan;
  readonly content: PlanContent | null;
}

/** A plan of a workspace. @throws Refusal NOT_FOUND, also for a plan of another workspace. */
export async function getPlan(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly planId: string },
): Promise<PublishedPlan> {
  const plan = await em.findOne(Plan, { id: key.planId, workspaceId: key.workspaceId });
  if (plan === null) throw new Refusal("NOT_FOUND");
  return { plan, content: (await listNewestContents(em, [plan])).get(plan.id) ?? null };
}

/** What the newest revisions of plans say, by plan; a draft has none. One statement. */
export async function listNewestContents(
  em: SqlEntityManager,
  plans: readonly Pick<Plan, "id">[],
): Promise<ReadonlyMap<string, PlanContent>> {
  const ids = plans.map(({ id }) => id);
  const newest = await tables(em)
    .selectFrom("plan")
    .innerJoin("planRevision as revision", (join) =>
      join
        .onRef("revision.planId", "=", "plan.id")
        .onRef("revision.revision", "=", "plan.publishedRevision"),
    )
    .select(["plan.id", "revision.content"])
    .where("plan.id", "=", anyOf(ids))
    .execute();
  return new Map(newest.map(({ id, content }) => [id, content]));
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
  return await em.count(Plan, { workspaceId, status: { $ne: "ARCHIVED" } });
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
    .select("assignment.relationshipId")
    .distinct()
    .where("assignment.relationshipId", "=", anyOf(relationshipIds));
  const named =
    assignmentIds === null ? given : given.where("assignment.id", "=", anyOf(assignmentIds));
  const meant = kinds === null ? named : named.where("assignment.planKind", "in", kinds);
  if (kinds?.length === 0) return [];
  return (await meant.execute()).map(({ relationshipId }) => relationshipId);
}

/** The assignment of a plan in a relationship that runs or is paused, or null. */
export async function findActiveAssignment(
  em: SqlEntityManager,
  key: { readonly planId: string; readonly relationshipId: string },
): Promise<PlanAssignment | null> {
  return await em.findOne(PlanAssignment, {
    planId: key.planId,
    relationshipId: key.relationshipId,
    status: { $in: [...OPEN_ASSIGNMENT_STATUSES] },
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
