import { RUNNING_RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { ASKING_CATEGORIES } from "../../contract/notifications/vocabulary.ts";
import { anyOf, holds, instantText } from "../platform/statements/sql-parts.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { tables } from "../tables.ts";
import { APP_OF, preferenceOf, pushTo } from "./notification-context.ts";
import { isQuestionnaireDone, missedSinceLast } from "./nothing-left.ts";

/** A client whom the nudge of a task asks for something. */
export type NudgedClient = Awaited<ReturnType<typeof listNudgedClients>>[number];

/**
 * The facts of `findNotificationContext` that decide nudges, for the clients of several tasks. One statement, however
 * many tasks there are.
 */
export async function listNudgedClients(tx: Tx, taskIds: readonly string[]) {
  return await tables(tx)
    .selectFrom("coachTask as task")
    .innerJoin("appUser as u", "u.id", "task.clientUserId")
    .innerJoin("relationship as r", "r.id", "task.relationshipId")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .leftJoin("clientProfile as client", "client.userId", "u.id")
    .where("task.id", "=", anyOf(taskIds))
    .select(({ and, eb, exists, fn, not, or, ref, val }) => {
      const isQuestionnaire = eb("task.sourceKind", "=", "QUESTIONNAIRE");
      const hasMissed = exists(missedSinceLast(ref("task.sourceId")));
      return [
        "task.id as taskId",
        "task.clientUserId",
        holds(
          and([
            eb("u.status", "=", "ACTIVE"),
            eb("u.deletedAt", "is", null),
            eb("r.clientUserId", "=", ref("u.id")),
          ]),
        ).as("recipientActive"),
        holds(
          and([eb("r.status", "in", RUNNING_RELATIONSHIP_STATUSES), eb("w.status", "=", "ACTIVE")]),
        ).as("relationshipActive"),
        fn.coalesce(zoneNow("r"), "client.timezone", val("UTC")).as("timezone"),
        "u.primaryEmail as email",
        holds(exists(pushTo.where("t.surface", "=", APP_OF.CLIENT))).as("hasPush"),
        preferenceOf(ref("u.id")).as("preference"),
        holds(
          or([
            and([isQuestionnaire, isQuestionnaireDone(ref("task.sourceId"))]),
            and([not(isQuestionnaire), not(hasMissed)]),
          ]),
        ).as("nothingLeft"),
      ];
    })
    .execute();
}

/** Subjects of the nudges that clients got, or will get, in a range of instants. One statement. */
export async function listAsked(
  tx: Tx,
  clientUserIds: readonly string[],
  { from, until }: { readonly from: Date; readonly until: Date },
) {
  return await tables(tx)
    .selectFrom("notification")
    .where("recipientUserId", "=", anyOf(clientUserIds))
    .where("category", "in", ASKING_CATEGORIES)
    .where("outcome", "<>", "SUPPRESS")
    .where(({ eb, fn }) => {
      const at = fn.coalesce("deliverAfter", "decidedAt");
      return eb.and([eb(at, ">=", from), eb(at, "<", until)]);
    })
    .select(["recipientUserId as clientUserId", "dedupeKey"])
    .select(({ fn }) => instantText(fn.coalesce("deliverAfter", "decidedAt")).as("at"))
    .execute();
}
