import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import type { PlanStatus } from "../../contract/plans/vocabulary.ts";
import { OPEN_ASSIGNMENT_STATUSES } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { containsText } from "../platform/statements/contains-text.ts";
import { anyOf, given, holds } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import { Relationship } from "../relationships/relationship.ts";
import { PlanAssignment } from "./plan-assignment.ts";
import { PlanRevision } from "./plan-revision.ts";
import { Plan } from "./plan.ts";

/** A position in a list ordered by id, newest first; null before the first page. */
export interface PlacePage {
  readonly afterId: string | null;
  readonly limit: number;
}

/** A plan, and the content of its newest revision; null before the first. */
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
  const { id: planId, publishedRevision } = plan;
  if (publishedRevision === 0) return { plan, content: null };
  const { content } = await em.findOneOrFail(PlanRevision, { planId, revision: publishedRevision });
  return { plan, content };
}

/** Selects plans of a workspace; null for any. */
export interface PlanFilter {
  readonly workspaceId: string;
  readonly status: PlanStatus | null;
  readonly kinds: readonly PlanKind[] | null;
  /** Part of the title. */
  readonly q: string | null;
}

/** A plan as lists show it, without its content. */
export type ListedPlan = Awaited<ReturnType<typeof listPlans>>[number];

/** Plans of a workspace, newest first; one beyond the limit shows that there is a further page. One statement. */
export async function listPlans(
  em: SqlEntityManager,
  { workspaceId, status, kinds, q }: PlanFilter,
  { afterId, limit }: PlacePage,
) {
  return await tables(em)
    .selectFrom("plan")
    .select(["id", "workspaceId", "kind", "title", "status", "publishedRevision", "draftRevision"])
    .select(["createdByUserId", "createdAt", "updatedAt"])
    .select((plan) => [
      holds(plan("draft", "is not", null)).as("hasDraft"),
      plan.cast<number>(exceptedOf(plan), "integer").as("exceptedCount"),
    ])
    .where("workspaceId", "=", workspaceId)
    .where(({ eb }) => given(status, (wanted) => eb("status", "=", wanted)))
    .where(({ eb }) => given(kinds, (wanted) => eb("kind", "in", wanted)))
    .where(({ ref }) => given(q, (text) => containsText(ref("title"), text)))
    .where(({ eb }) => given(afterId, (id) => eb("id", "<", id)))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** How many clients were excepted from a publication of a plan and still have it. */
function exceptedOf({ selectFrom }: ExpressionBuilder<Tables, "plan">) {
  return selectFrom("planAssignment as assignment")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .whereRef("assignment.planId", "=", "plan.id")
    .where("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES)
    .where("assignment.exceptedAt", "is not", null);
}

/**
 * A relationship of one workspace, to assign a plan to or unassign one from.
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

/** Relationship of an assignment, or null. Read before locking: it never changes. */
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

/** Plans by kind, their assignments by id; null for any. */
export interface PlanSources {
  readonly kinds: readonly PlanKind[] | null;
  readonly assignmentIds: readonly string[] | null;
}

/** Lists the given relationships with a running or ended assignment of one of the sources. One statement. */
export async function listSourcedRelationships(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
  { kinds, assignmentIds }: PlanSources,
): Promise<readonly string[]> {
  const assigned = tables(em)
    .selectFrom("planAssignment as assignment")
    .select("assignment.relationshipId")
    .distinct()
    .where("assignment.relationshipId", "=", anyOf(relationshipIds));
  const named =
    assignmentIds === null ? assigned : assigned.where("assignment.id", "=", anyOf(assignmentIds));
  const meant = kinds === null ? named : named.where("assignment.planKind", "in", kinds);
  if (kinds?.length === 0) return [];
  return (await meant.execute()).map(({ relationshipId }) => relationshipId);
}

/** Running and paused assignments of a relationship, by id, each with its plan. One statement. */
export async function listOpenAssignments(em: SqlEntityManager, relationshipId: string) {
  return await tables(em)
    .selectFrom("planAssignment")
    .select(["id", "planId", "planKind", "status"])
    .where("relationshipId", "=", relationshipId)
    .where("status", "in", OPEN_ASSIGNMENT_STATUSES)
    .orderBy("id")
    .execute();
}

/** The content of a published plan at one revision. */
export async function getRevisionContent(
  em: SqlEntityManager,
  { planId, revision }: { readonly planId: string; readonly revision: number },
): Promise<PlanContent> {
  return (await em.findOneOrFail(PlanRevision, { planId, revision })).content;
}

/** Lists the given assignments that are programs, by id. One statement. */
export async function listPrograms(
  em: SqlEntityManager,
  assignmentIds: readonly string[],
): Promise<readonly string[]> {
  const programs = await tables(em)
    .selectFrom("planAssignment")
    .select("id")
    .where("id", "=", anyOf(assignmentIds))
    .where("planKind", "=", "PROGRAM")
    .orderBy("id")
    .execute();
  return programs.map(({ id }) => id);
}

/** Titles of some plans by id, archived ones too. One statement. */
export async function listPlanTitles(
  em: SqlEntityManager,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const plans = await tables(em)
    .selectFrom("plan")
    .select(["id", "title"])
    .where("id", "=", anyOf(planIds))
    .execute();
  return new Map(plans.map(({ id, title }) => [id, title]));
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

/** Assignments of a relationship, newest first; one beyond the limit shows that there is a further page. */
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
