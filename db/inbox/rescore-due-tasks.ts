import { SCORE_WEIGHTS, UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { clockOnce } from "../platform/clock-once.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { ChangedTask } from "./changes/insert-inbox-changes.ts";

/**
 * Updates the due part of these tasks, and with it their score, from the row alone: `duePart` and `scoreChangesAt` of
 * `rules/inbox/score-parts.ts`, as SQL. Locked tasks are skipped. One statement.
 *
 * @returns the changed tasks.
 */
export async function rescoreDueTasks(
  tx: Tx,
  ids: readonly string[],
): Promise<readonly ChangedTask[]> {
  return await tables(tx)
    .updateTable("coachTask")
    .set(({ eb, ref }) => {
      const duePart = eb
        .case()
        .when("dueAt", "<=", clockOnce)
        .then(eb.lit(SCORE_WEIGHTS.due.OVERDUE))
        .when("dueDayStartsAt", "<=", clockOnce)
        .then(eb.lit(SCORE_WEIGHTS.due.TODAY))
        .else(eb.lit(SCORE_WEIGHTS.due.LATER))
        .end();
      const others = eb(
        eb(eb("basePart", "+", ref("severityPart")), "+", ref("clientPart")),
        "+",
        ref("pinPart"),
      );
      return {
        duePart,
        priorityScore: eb(others, "+", duePart),
        scoreChangesAt: eb
          .case()
          .when("dueDayStartsAt", ">", clockOnce)
          .then(ref("dueDayStartsAt"))
          .when("dueAt", ">", clockOnce)
          .then(ref("dueAt"))
          .else(null)
          .end(),
      };
    })
    .where("id", "in", dueTasks(tx).where("id", "=", anyOf(ids)))
    .returning(["id", "workspaceId"])
    .execute();
}

/** Unresolved tasks whose score time has changed; locked ones are left to the next sweep. One statement. */
export async function listTasksToRescore(
  tx: Tx,
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await dueTasks(tx)
    .where((eb) => eb.not(eb("id", "=", anyOf(except))))
    .orderBy("scoreChangesAt")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function dueTasks(tx: Tx) {
  return tables(tx)
    .selectFrom("coachTask")
    .select("id")
    .where("scoreChangesAt", "<=", clockOnce)
    .where("status", "in", [...UNRESOLVED_STATUSES])
    .forNoKeyUpdate()
    .skipLocked();
}
