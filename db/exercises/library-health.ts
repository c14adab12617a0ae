import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import { onceAgo } from "../platform/clock-once.ts";
import { secondsSince } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";

/** State of one provider's catalogue and videos. */
export type LibraryHealth = Awaited<ReturnType<typeof listLibraryHealth>>[number];

/** A video whose call has not ended after this time was given up; those of an earlier day are not reported. */
const UNFINISHED_AFTER_SECONDS = 600;
const NEWS_SECONDS = 86_400;

/**
 * State of each provider's catalogue and videos: one statement.
 *
 * Ages are seconds since the last complete reading began and since the account was read, null for never. Counts are
 * exercises held back until their type is decided, vanished ones that wait for an administrator, and unfinished
 * videos of the last day.
 */
export async function listLibraryHealth(em: SqlEntityManager) {
  return await tables(em)
    .selectFrom("providerIntegration")
    .leftJoinLateral(newestReading, (on) => on.onTrue())
    .orderBy("providerIntegration.providerKey")
    .select(["providerIntegration.providerKey", "providerIntegration.metered"])
    .select((from) => [
      secondsSince(from.ref("reading.startedAt")).as("readingAgeSeconds"),
      secondsSince(from.ref("providerIntegration.lastUsageSyncAt")).as("usageAgeSeconds"),
      from
        .case()
        .when("reading.state", "=", "RETIRE_HELD")
        .then(from.ref("reading.retireHeld"))
        .else(0)
        .end()
        .as("retireHeldCount"),
      from
        .selectFrom("exercise")
        .whereRef("exercise.providerKey", "=", "providerIntegration.providerKey")
        .where("exercise.status", "=", "HELD")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("heldCount"),
      from
        .selectFrom("mediaAccess as access")
        .leftJoin("mediaAccessEnd as end", "end.accessId", "access.id")
        .whereRef("access.providerKey", "=", "providerIntegration.providerKey")
        .where("access.accessedAt", ">", onceAgo(NEWS_SECONDS))
        .where("access.accessedAt", "<", onceAgo(UNFINISHED_AFTER_SECONDS))
        .where("end.accessId", "is", null)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("unfinishedCount"),
    ])
    .execute();
}

function newestReading(from: ExpressionBuilder<Tables, "providerIntegration">) {
  return from
    .selectFrom("catalogueRun as run")
    .whereRef("run.providerKey", "=", "providerIntegration.providerKey")
    .where("run.state", "in", ["DONE", "RETIRE_HELD"])
    .orderBy("run.startedAt", "desc")
    .select(["run.startedAt", "run.state", "run.retireHeld"])
    .limit(1)
    .as("reading");
}
