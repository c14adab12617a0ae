import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { OPEN_ASSIGNMENT_STATUSES } from "../../../contract/plans/vocabulary.ts";
import type { PublicationState } from "../../../rules/plans/publication/judge-preview.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { anyOf, given, holds, instantText } from "../../platform/statements/sql-parts.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { type Tables, tables } from "../../tables.ts";
import type { PlacePage } from "../queries.ts";

/** An assignment with its client, by their aliases in each statement. */
const ofClient = expressionBuilder<
  Tables & {
    readonly assignment: Tables["planAssignment"];
    readonly calendar: Tables["relationshipCalendar"];
    readonly r: Tables["relationship"];
  },
  "assignment" | "calendar" | "r"
>();

/** Running and paused assignments of a plan, with the names of their clients. */
function planClients(em: SqlEntityManager, planId: string) {
  return tables(em)
    .selectFrom("planAssignment as assignment")
    .innerJoin("relationship as r", "r.id", "assignment.relationshipId")
    .innerJoin("clientProfile as profile", "profile.userId", "r.clientUserId")
    .where("assignment.planId", "=", planId)
    .where("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES)
    .select(["assignment.id", "assignment.relationshipId", "assignment.status"])
    .select(["assignment.appliedRevision", "assignment.followsNewer"])
    .select(["assignment.exceptedRevision", "assignment.exceptedByUserId"])
    .select(({ ref }) => instantText(ref("assignment.exceptedAt")).as("exceptedAt"))
    .select(["assignment.startDate", "assignment.endDate"])
    .select(["r.clientUserId", "r.coachUserId", "profile.displayName as clientDisplayName"]);
}

/** A client who has a plan. */
export type PlanClientRow = Awaited<ReturnType<typeof listPlanClients>>[number];

/** Clients who have a plan, the newest assignment first; one more shows that there is a next page. One statement. */
export async function listPlanClients(
  em: SqlEntityManager,
  planId: string,
  { afterId, limit }: PlacePage,
) {
  return await planClients(em, planId)
    .select(({ ref }) => instantText(ref("assignment.createdAt")).as("createdAt"))
    .where(({ eb }) => given(afterId, (id) => eb("assignment.id", "<", id)))
    .orderBy("assignment.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** The client has acted on the assignment's task of the newest local day, as `listPlannedTasks` sees it. */
const dayBegun = holds(
  ofClient.exists(
    ofClient
      .selectFrom("agendaTask as task")
      .select("task.id")
      .whereRef("task.relationshipId", "=", "assignment.relationshipId")
      .whereRef("task.localDate", "=", "calendar.localDate")
      .whereRef("task.sourceId", "=", "assignment.id")
      .where((of) =>
        of.or([
          of("task.snoozeCount", ">", 0),
          of.exists(
            of
              .selectFrom("agendaTaskEvent as event")
              .select("event.id")
              .whereRef("event.taskId", "=", "task.id")
              .where("event.actorKind", "=", "CLIENT"),
          ),
        ]),
      ),
  ),
);

/** A client who has a plan, with everything that decides what its next revision means for them. */
export type PreviewedRow = Awaited<ReturnType<typeof listPreviewed>>[number];

/** All clients who have a plan, by name. One statement. */
export async function listPreviewed(em: SqlEntityManager, planId: string) {
  const previewed = planClients(em, planId)
    .innerJoin("relationshipCalendar as calendar", "calendar.relationshipId", "r.id")
    .select(["assignment.spans", "assignment.plannedDates", "r.status as relationshipStatus"])
    .select(["calendar.localDate", "calendar.nextDayAt"])
    .select([zoneNow("r").as("timezone"), dayBegun.as("dayBegun")])
    .orderBy("profile.displayName")
    .orderBy("assignment.id");
  return await runNamed(em, "publish-preview", previewed);
}

/** The state of an assignment. If it is over, it ended by its last day, by the client leaving, or by a coach. */
const state = ofClient
  .case()
  .when("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES)
  .then(ofClient.val<PublicationState>("OPEN"))
  .when("assignment.status", "=", "ENDED")
  .then(
    ofClient
      .case()
      .when(
        ofClient.or([
          ofClient("assignment.endDate", "<", ofClient.ref("calendar.localDate")),
          ofClient.and([
            ofClient("r.status", "=", "ENDED"),
            ofClient.exists(
              ofClient
                .selectFrom("relationshipEvent as left")
                .select("left.id")
                .whereRef("left.relationshipId", "=", "r.id")
                .where("left.toStatus", "=", "ENDED")
                .where("left.actorKind", "=", "CLIENT"),
            ),
          ]),
        ]),
      )
      .then(ofClient.val<PublicationState>("OVER_BY_ITSELF"))
      .else(ofClient.val<PublicationState>("OVER"))
      .end(),
  )
  .else(ofClient.val<PublicationState>("OVER"))
  .end();

/** An assignment of a plan as a publication finds it. */
export type PublicationRow = Awaited<ReturnType<typeof listForPublication>>[number];

/** The open assignments of a plan, and those of the named ones that are over. One statement. */
export async function listForPublication(
  em: SqlEntityManager,
  planId: string,
  assignmentIds: readonly string[],
) {
  return await tables(em)
    .selectFrom("planAssignment as assignment")
    .innerJoin("relationship as r", "r.id", "assignment.relationshipId")
    .innerJoin("relationshipCalendar as calendar", "calendar.relationshipId", "r.id")
    .where("assignment.planId", "=", planId)
    .where(({ eb, or }) =>
      or([
        eb("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES),
        eb("assignment.id", "=", anyOf(assignmentIds)),
      ]),
    )
    .select(["assignment.id", "assignment.relationshipId", "assignment.followsNewer"])
    .select(["assignment.planKind", "assignment.appliedRevision"])
    .select(state.$castTo<PublicationState>().as("state"))
    .orderBy("assignment.id")
    .execute();
}

/** How many clients were excepted from a publication of a plan, and still have it. One statement. */
export async function countExcepted(em: SqlEntityManager, planId: string): Promise<number> {
  const { count } = await tables(em)
    .selectFrom("planAssignment")
    .select(({ cast, fn }) => cast<number>(fn.countAll(), "integer").as("count"))
    .where("planId", "=", planId)
    .where("status", "in", OPEN_ASSIGNMENT_STATUSES)
    .where("exceptedAt", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}
