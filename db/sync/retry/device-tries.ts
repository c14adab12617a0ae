import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { clockOnce } from "../../platform/clock-once.ts";
import { clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { DeferralKey } from "./deferral.ts";

/** Deferred operations whose next attempt is due, in the order in which they were sent. */
export async function findDueDeferrals(
  em: SqlEntityManager,
  deviceId: string,
  limit: number,
): Promise<readonly DueDeferral[]> {
  const due = tables(em)
    .selectFrom("deferredOperation")
    .select(["lineageId", "relationshipId", "clientOperationId"])
    .select(({ selectFrom }) =>
      selectFrom("syncBatch as batch")
        .whereRef("batch.id", "=", "deferredOperation.batchId")
        .select("batch.traceContext")
        .as("traceContext"),
    )
    .where("deviceId", "=", deviceId)
    // A literal, because the index is partial and the plan of a named statement knows no parameter values.
    .where("state", "=", sql.lit("OPEN" as const))
    .where("nextAttemptAt", "<=", clockOnce)
    .orderBy("createdAt")
    .orderBy("ordinal")
    .limit(limit);
  return await runNamed(em, "due-deferrals", due);
}

/** A deferred operation to retry. */
export interface DueDeferral extends DeferralKey {
  /** `traceparent` of its admission; null unless that was recorded. */
  readonly traceContext: string | null;
}

/** Makes every waiting attempt of a device due now, on request of an operator. */
export async function makeTriesDue(tx: Tx, deviceId: string): Promise<void> {
  await tables(tx)
    .updateTable("deferredOperation")
    .set({ nextAttemptAt: clockNow })
    .where("deviceId", "=", deviceId)
    .where("state", "=", "OPEN")
    .where("nextAttemptAt", ">", clockNow)
    .execute();
}

/** One relationship, or all of a workspace. */
export interface TriedScopes {
  readonly relationshipId?: string;
  readonly workspaceId?: string;
}

/** Makes every waiting attempt of these relationships due. Returns their devices, each once. */
export async function makeScopesDue(
  tx: Tx,
  { relationshipId, workspaceId }: TriedScopes,
  now: Date,
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .with("waiting", (from) =>
      from
        .selectFrom("deferredOperation")
        .where("state", "=", "OPEN")
        .where("nextAttemptAt", ">", now)
        .where("relationshipId", "in", ({ selectFrom }) =>
          selectFrom("relationship")
            .select("id")
            .where(({ eb, or }) =>
              or([
                eb("id", "=", relationshipId ?? null),
                eb("workspaceId", "=", workspaceId ?? null),
              ]),
            ),
        )
        .select(["lineageId", "relationshipId", "clientOperationId"])
        .orderBy("lineageId")
        .orderBy("relationshipId")
        .orderBy("clientOperationId")
        .forNoKeyUpdate(),
    )
    .with("due", (from) =>
      from
        .updateTable("deferredOperation as deferral")
        .from("waiting")
        .set({ nextAttemptAt: now })
        .whereRef("deferral.lineageId", "=", "waiting.lineageId")
        .whereRef("deferral.relationshipId", "=", "waiting.relationshipId")
        .whereRef("deferral.clientOperationId", "=", "waiting.clientOperationId")
        .returning("deferral.deviceId"),
    )
    .selectFrom("due")
    .select("deviceId")
    .distinct()
    .execute();
  return rows.map(({ deviceId }) => deviceId);
}
