import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { noteSight } from "../../activities/sync/note-sight.ts";
import { readToldClock } from "../../activities/sync/told-clock.ts";
import type { DeviceView } from "../../db/sync/queries.ts";

/** What a read tells of its device, beside what it asks. */
export interface TellingRead {
  readonly query: { readonly clientSentAt?: string | undefined };
  /** By the database's clock. */
  readonly receivedAt: Date;
  readonly now: Date;
}

/** Notes that a device read, and what it told of its clock, as a batch does. */
export async function noteRead(
  em: SqlEntityManager,
  { deviceId, lastSuccessfulSyncAt: seenAt }: DeviceView,
  { query, receivedAt, now }: TellingRead,
): Promise<void> {
  const clock = readToldClock({ ...query, operations: [] }, receivedAt);
  const sight = { deviceId, now, outboxHealth: null, clock };
  await noteSight(em, sight, seenAt === null ? null : new Date(seenAt));
}
