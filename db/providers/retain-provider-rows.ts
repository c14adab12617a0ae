import { type QueryCreator, sql } from "kysely";
import { PROVIDER_DETAIL_DAYS, type ProviderHealth } from "../../contract/providers/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { utcDay } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { AuthProviderDay } from "./auth-provider-day.ts";

/**
 * Adds probes and changes older than 30 days to their UTC day and deletes them, in one statement. It skips the first
 * `skip` of each and takes at most `limit`.
 */
export async function retainProviderRows(tx: Tx, oldest: Oldest): Promise<RetainedRows> {
  return await tables(tx)
    .with("health", (from) => deleteProbes(from, oldest))
    .with("audit", (from) => deleteChanges(from, oldest))
    .with("reviews", (from) => deleteReviews(from, oldest))
    .with("detail", (from) =>
      from
        .selectFrom("audit")
        .select(({ ref }) => ["providerKey", utcDay(ref("createdAt")).as("day")])
        .select(sql.lit<ProviderHealth | null>(null).as("status"))
        .select(sql.lit<number | null>(null).as("latencyMs"))
        .unionAll(
          from
            .selectFrom("health")
            .select(({ ref }) => ["providerKey", utcDay(ref("checkedAt")).as("day")])
            .select(["status", "latencyMs"]),
        ),
    )
    .with("kept", (from) => addToDays(from))
    .selectNoFrom(({ fn, selectFrom }) => {
      const count = fn.countAll<number>().as("count");
      return [
        selectFrom("health").select(count).$asScalar().$notNull().as("healthCount"),
        selectFrom("audit").select(count).$asScalar().$notNull().as("auditCount"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** How many detailed rows were summarised and deleted. */
export interface RetainedRows {
  readonly healthCount: number;
  readonly auditCount: number;
}

/** A probe, or a change, which has neither status nor time. */
type Detail = Pick<AuthProviderDay, "providerKey" | "day"> & {
  readonly status: ProviderHealth | null;
  readonly latencyMs: number | null;
};

const until = onceDaysAgo(PROVIDER_DETAIL_DAYS);

/** The oldest rows of each kind: at most `limit`, after skipping some. */
interface Oldest {
  readonly limit: number;
  readonly skip: number;
}

function deleteProbes(from: QueryCreator<Tables>, { limit, skip }: Oldest) {
  const oldest = from
    .selectFrom("authProviderHealth")
    .where("checkedAt", "<", until)
    .select("id")
    .orderBy("checkedAt")
    .orderBy("id")
    .limit(limit)
    .offset(skip);
  return from
    .deleteFrom("authProviderHealth")
    .where("id", "in", oldest)
    .returning(["providerKey", "checkedAt", "status", "latencyMs"]);
}

function deleteChanges(from: QueryCreator<Tables>, { limit, skip }: Oldest) {
  const oldest = from
    .selectFrom("authProviderAudit")
    .where("createdAt", "<", until)
    .select("id")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(limit)
    .offset(skip);
  return from
    .deleteFrom("authProviderAudit")
    .where("id", "in", oldest)
    .returning(["providerKey", "createdAt"]);
}

function deleteReviews(from: QueryCreator<Tables>, { limit, skip }: Oldest) {
  const oldest = from
    .selectFrom("authProviderSessionReview")
    .where("openedAt", "<", until)
    .select("id")
    .orderBy("openedAt")
    .orderBy("id")
    .limit(limit)
    .offset(skip);
  return from.deleteFrom("authProviderSessionReview").where("id", "in", oldest);
}

const DAY = [
  "providerKey",
  "day",
  "healthyCount",
  "degradedCount",
  "downCount",
  "slowestMs",
  "changeCount",
] as const;

/** Sums the rows of `detail` and adds them to their days. */
function addToDays(from: QueryCreator<Tables & { readonly detail: Detail }>) {
  const sums = from
    .selectFrom("detail")
    .groupBy(["providerKey", "day"])
    .select(["providerKey", "day"])
    .select(({ fn }) => [
      fn.countAll().filterWhere("status", "=", "HEALTHY").as("healthyCount"),
      fn.countAll().filterWhere("status", "=", "DEGRADED").as("degradedCount"),
      fn.countAll().filterWhere("status", "=", "DOWN").as("downCount"),
      fn.max("latencyMs").as("slowestMs"),
      fn.countAll().filterWhere("status", "is", null).as("changeCount"),
    ])
    .orderBy("providerKey")
    .orderBy("day");
  return from
    .insertInto("authProviderDay")
    .columns(DAY)
    .expression(sums)
    .onConflict((on) =>
      on.columns(["providerKey", "day"]).doUpdateSet(({ eb, fn, ref }) => ({
        healthyCount: eb(ref("authProviderDay.healthyCount"), "+", ref("excluded.healthyCount")),
        degradedCount: eb(ref("authProviderDay.degradedCount"), "+", ref("excluded.degradedCount")),
        downCount: eb(ref("authProviderDay.downCount"), "+", ref("excluded.downCount")),
        slowestMs: fn("greatest", ["authProviderDay.slowestMs", "excluded.slowestMs"]),
        changeCount: eb(ref("authProviderDay.changeCount"), "+", ref("excluded.changeCount")),
      })),
    );
}
