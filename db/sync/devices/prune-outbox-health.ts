import { OUTBOX_HEALTH_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Erases outbox reports older than 30 days; the last contact of the device stays.
 *
 * @returns the number of devices.
 */
export async function pruneOutboxHealth(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("deviceSeen")
    .where("outboxReportedAt", "<", onceDaysAgo(OUTBOX_HEALTH_DAYS))
    .select("deviceId")
    .orderBy("outboxReportedAt")
    .limit(limit)
    .offset(skip)
    .forNoKeyUpdate()
    .skipLocked();
  const { numUpdatedRows } = await tables(tx)
    .updateTable("deviceSeen")
    .set(NOTHING_SAID)
    .where("deviceId", "in", oldest)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const NOTHING_SAID = {
  outboxDepth: null,
  outboxOldestAt: null,
  outboxRejected: null,
  outboxConflicted: null,
  outboxReportedAt: null,
  outboxOldestSince: null,
  stuckToldAt: null,
  silentToldAt: null,
};
