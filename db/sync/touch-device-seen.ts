import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { OutboxHealth } from "../../contract/sync/schema.ts";

/** A device was here, and what it said of its outbox. */
export interface DeviceSight {
  readonly deviceId: string;
  readonly now: Date;
  /** What is stored already, null when nothing is. */
  readonly lastSyncAt: Date | null;
  readonly outboxHealth: OutboxHealth;
}

const AT_MOST_EVERY_MS = 60_000;

/**
 * Notes a sync that wrote nothing else, at most once a minute. It is no fact: whatever goes wrong here
 * never fails a sync.
 */
export async function touchDeviceSeen(em: SqlEntityManager, sight: DeviceSight): Promise<void> {
  const age = sight.now.getTime() - (sight.lastSyncAt?.getTime() ?? 0);
  if (age < AT_MOST_EVERY_MS) return;
  const health = sight.outboxHealth;
  const statement = sql`
    insert into device_seen (device_id, last_sync_at, outbox_depth, outbox_oldest_at,
      outbox_rejected, outbox_conflicted)
    values (${sight.deviceId}, ${sight.now}, ${health?.depth ?? null},
      ${health?.oldestRecordedAt ?? null}, ${health?.rejected ?? null},
      ${health?.conflicted ?? null})
    on conflict (device_id) do update set last_sync_at = excluded.last_sync_at,
      outbox_depth = excluded.outbox_depth, outbox_oldest_at = excluded.outbox_oldest_at,
      outbox_rejected = excluded.outbox_rejected, outbox_conflicted = excluded.outbox_conflicted
  `;
  await statement.execute(em.fork().getKysely()).catch(() => undefined);
}
