import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { OutboxHealth } from "../../contract/sync/schema.ts";

/** A device was here, and what it said of its outbox. */
export interface DeviceSight {
  readonly deviceId: string;
  readonly now: Date;
  readonly outboxHealth: OutboxHealth;
}

/** Stores when a device was last here; what it did not say of its outbox stays. */
export async function touchDeviceSeen(em: SqlEntityManager, sight: DeviceSight): Promise<void> {
  const health = sight.outboxHealth;
  await sql`
    insert into device_seen (device_id, last_sync_at, outbox_depth, outbox_oldest_at,
      outbox_rejected, outbox_conflicted)
    values (${sight.deviceId}, ${sight.now}, ${health?.depth ?? null},
      ${health?.oldestRecordedAt ?? null}, ${health?.rejected ?? null},
      ${health?.conflicted ?? null})
    on conflict (device_id) do update set last_sync_at = excluded.last_sync_at,
      outbox_depth = coalesce(excluded.outbox_depth, device_seen.outbox_depth),
      outbox_oldest_at = case when excluded.outbox_depth is null then device_seen.outbox_oldest_at
                              else excluded.outbox_oldest_at end,
      outbox_rejected = coalesce(excluded.outbox_rejected, device_seen.outbox_rejected),
      outbox_conflicted = coalesce(excluded.outbox_conflicted, device_seen.outbox_conflicted)
  `.execute(em.getKysely());
}
