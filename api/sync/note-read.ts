import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Registry } from "prom-client";
import { noteSight } from "../../activities/sync/devices/note-sight.ts";
import { readToldClock } from "../../activities/sync/admission/told-clock.ts";
import { outboxHealthSchema, type OutboxHealth } from "../../contract/sync/schema.ts";
import type { ToldOutbox } from "../../contract/sync/told-outbox.ts";
import type { DeviceView } from "../../db/sync/queries.ts";
import { countDroppedOutbox } from "./count-dropped.ts";

/** What a read tells of its device, beside what it asks. */
export interface TellingRead {
  readonly query: ToldOutbox & { readonly clientSentAt?: string | undefined };
  /** By the database's clock. */
  readonly receivedAt: Date;
  readonly now: Date;
  readonly metrics: Registry;
}

/** Notes that a device read, and what it told of its clock and outbox, as a batch does. */
export async function noteRead(
  em: SqlEntityManager,
  { deviceId, lastSuccessfulSyncAt: seenAt }: DeviceView,
  { query, receivedAt, now, metrics }: TellingRead,
): Promise<void> {
  const outboxHealth = toldOutbox(query);
  countDroppedOutbox(metrics, outboxHealth);
  const clock = readToldClock({ ...query, operations: [] }, receivedAt);
  const sight = { deviceId, now, outboxHealth: outboxHealth ?? null, clock };
  await noteSight(em, sight, seenAt === null ? null : new Date(seenAt));
}

/** Undefined when nothing is told, null when it is malformed. */
function toldOutbox(query: ToldOutbox): OutboxHealth | undefined {
  const { outboxDepth, outboxOldestRecordedAt, outboxRejected, outboxConflicted } = query;
  const told = [outboxDepth, outboxOldestRecordedAt, outboxRejected, outboxConflicted];
  if (told.every((field) => field === undefined)) return undefined;
  return outboxHealthSchema.parse({
    depth: outboxDepth,
    oldestRecordedAt: outboxOldestRecordedAt ?? null,
    rejected: outboxRejected ?? 0,
    conflicted: outboxConflicted ?? 0,
  });
}
