import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Registry } from "prom-client";
import { recordLastSeen } from "../../activities/sync/devices/record-last-seen.ts";
import { readClientClock } from "../../activities/sync/devices/read-client-clock.ts";
import { outboxHealthSchema, type ClientOutboxHealth } from "../../contract/sync/schema.ts";
import type { ClientOutbox } from "../../contract/sync/client-outbox.ts";
import type { DeviceView } from "../../db/sync/queries.ts";
import { countDroppedOutbox } from "../http/count-dropped.ts";

/** Records a device's read, with its clock and outbox, as a batch does. */
export async function recordRead(
  em: SqlEntityManager,
  { deviceId, lastSuccessfulSyncAt: seenAt }: DeviceView,
  { query, receivedAt, now, metrics }: RecordedRead,
): Promise<void> {
  const outboxHealth = clientOutbox(query);
  if (outboxHealth === null) countDroppedOutbox(metrics);
  const clock = readClientClock({ ...query, operations: [] }, receivedAt);
  const lastSeen = { deviceId, now, outboxHealth: outboxHealth ?? null, clock };
  await recordLastSeen(em, lastSeen, seenAt === null ? null : new Date(seenAt));
}

/** The data that a read reports about its device. */
export interface RecordedRead {
  readonly query: ClientOutbox & { readonly clientSentAt?: string | undefined };
  /** By the database's clock. */
  readonly receivedAt: Date;
  readonly now: Date;
  readonly metrics: Registry;
}

/** Undefined if nothing is sent, null if it is malformed. */
function clientOutbox(query: ClientOutbox): ClientOutboxHealth | undefined {
  const { outboxDepth, outboxOldestRecordedAt, outboxRejected, outboxConflicted } = query;
  const fields = [outboxDepth, outboxOldestRecordedAt, outboxRejected, outboxConflicted];
  if (fields.every((field) => field === undefined)) return undefined;
  return outboxHealthSchema.parse({
    depth: outboxDepth,
    oldestRecordedAt: outboxOldestRecordedAt ?? null,
    rejected: outboxRejected ?? 0,
    conflicted: outboxConflicted ?? 0,
  });
}
