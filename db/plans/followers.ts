import { FIRST_ID } from "../platform/new-id.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { OPEN_ASSIGNMENT_STATUSES } from "../../contract/plans/vocabulary.ts";
import type { PlannedDates, PlanSpan } from "../../rules/plans/plan-dates.ts";
import { records } from "../platform/statements/records.ts";
import { anyOf, clockNow } from "../platform/statements/sql-parts.ts";
import { type JsonOf, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Open assignments that follow a plan but have not applied its newest revision. */
function behind(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("plan")
    .innerJoin("planAssignment as assignment", (join) =>
      join
        .onRef("assignment.planId", "=", "plan.id")
        .onRef("assignment.appliedRevision", "<", "plan.publishedRevision")
        .on("assignment.followsNewer", "=", true)
        .on("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES),
    )
    .whereRef("plan.spreadRevision", "<", "plan.publishedRevision");
}

/**
 * Lists followers of all plans that are behind and have no postponed retry, by id, after a given assignment and up to
 * `limit`. One statement.
 */
export async function listFollowersBehind(
  em: SqlEntityManager,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) {
  return await tables(em)
    .selectFrom("plan")
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("planAssignment")
          .select(["id as assignmentId", "relationshipId"])
          .whereRef("planId", "=", "plan.id")
          .whereRef("appliedRevision", "<", "plan.publishedRevision")
          .where("followsNewer", "=", true)
          .where("status", "in", OPEN_ASSIGNMENT_STATUSES)
          .where("id", ">", after ?? FIRST_ID)
          .where(({ eb, or }) => or([eb("spreadAt", "is", null), eb("spreadAt", "<=", clockNow)]))
          .offset(0)
          .as("assignment"),
      (join) => join.onTrue(),
    )
    .whereRef("plan.spreadRevision", "<", "plan.publishedRevision")
    .select(["assignment.assignmentId", "assignment.relationshipId"])
    .orderBy("assignment.assignmentId")
    .limit(limit)
    .execute();
}

/**
 * Lists followers of some relationships that are behind and have no postponed retry, with the content of the newest
 * revisions. The caller has locked the scopes. One statement.
 */
export async function listNewerRevisions(tx: Tx, relationshipIds: readonly string[]) {
  return await behind(tx)
    .innerJoin("planRevision as revision", (join) =>
      join
        .onRef("revision.planId", "=", "plan.id")
        .onRef("revision.revision", "=", "plan.publishedRevision"),
    )
    .select(["assignment.id", "assignment.relationshipId", "assignment.planKind"])
    .select(["startDate", "endDate", "spans", "plannedDates", "plannedThrough"])
    .select(["assignment.spreadFailures", "revision.revision", "revision.content"])
    .where("assignment.relationshipId", "=", anyOf(relationshipIds))
    .where(({ eb, or }) => or([eb("spreadAt", "is", null), eb("spreadAt", "<=", clockNow)]))
    .orderBy("assignment.id")
    .execute();
}

/** An assignment that is behind, and how often applying a revision has failed. */
export interface FailedFollower {
  readonly id: string;
  readonly spreadFailures: number;
}

/** Lists the followers of a relationship that are behind. One statement. */
export async function listBehindOf(
  tx: Tx,
  relationshipId: string,
): Promise<readonly FailedFollower[]> {
  return await behind(tx)
    .select(["assignment.id", "assignment.spreadFailures"])
    .where("assignment.relationshipId", "=", relationshipId)
    .orderBy("assignment.id")
    .execute();
}

/** Postpones the retry of failed assignments. One statement. */
export async function postponeSpread(
  tx: Tx,
  failed: readonly (FailedFollower & { readonly spreadAt: Date })[],
): Promise<void> {
  if (failed.length === 0) return;
  await tables(tx)
    .updateTable("planAssignment as assignment")
    .from(
      records(failed, [
        ["id", "uuid"],
        ["spreadFailures", "int"],
        ["spreadAt", "timestamptz"],
      ]).as("failed"),
    )
    .set(({ ref }) => ({
      spreadFailures: ref("failed.spreadFailures"),
      spreadAt: ref("failed.spreadAt"),
    }))
    .whereRef("assignment.id", "=", "failed.id")
    .execute();
}

/** The new state of an assignment that applied a revision. */
export interface Adoption extends PlannedDates {
  readonly id: string;
  readonly appliedRevision: number;
  readonly spans: readonly PlanSpan[];
}

/** Stores assignments that applied a revision. One statement. */
export async function storeAdopted(tx: Tx, adopted: readonly Adoption[], now: Date): Promise<void> {
  if (adopted.length === 0) return;
  await tables(tx)
    .updateTable("planAssignment as assignment")
    .from(
      records(adopted, [
        ["id", "uuid"],
        ["appliedRevision", "int"],
        ["spans", "jsonb"],
        ["plannedDates", "date[]"],
        ["plannedThrough", "date"],
      ]).as("taken"),
    )
    .set(({ ref }) => ({
      appliedRevision: ref("taken.appliedRevision"),
      spans: ref("taken.spans").$castTo<JsonOf<readonly PlanSpan[]>>(),
      plannedDates: ref("taken.plannedDates"),
      plannedThrough: ref("taken.plannedThrough"),
      spreadFailures: 0,
      spreadAt: null,
      updatedAt: now,
    }))
    .whereRef("assignment.id", "=", "taken.id")
    .execute();
}

/**
 * Marks plans whose followers all have the newest revision. Assigning a plan locks it (`lockPlanForShare`), so that no
 * new follower is missed. One statement.
 */
export async function markSpread(em: SqlEntityManager): Promise<void> {
  await tables(em)
    .updateTable("plan")
    .set(({ ref }) => ({ spreadRevision: ref("plan.publishedRevision") }))
    .whereRef("spreadRevision", "<", "publishedRevision")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("planAssignment as assignment")
            .select("assignment.id")
            .whereRef("assignment.planId", "=", "plan.id")
            .whereRef("assignment.appliedRevision", "<", "plan.publishedRevision")
            .where("assignment.followsNewer", "=", true)
            .where("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES),
        ),
      ),
    )
    .execute();
}
