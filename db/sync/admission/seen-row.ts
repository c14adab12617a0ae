import { sql } from "kysely";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import type { deviceActor } from "../../../contract/sync/device-actor.ts";
import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { mayBeStuck, stuckAt } from "../settlement/may-be-stuck.ts";

/**
 * A contact of a device, with the state of its outbox and its clock. Nothing is written unless the device itself sent
 * the request.
 */
export interface SeenRow {
  readonly deviceId: string;
  readonly now: Date;
  readonly outboxHealth: ClientOutboxHealth;
  readonly clock: ClockReading;
  readonly present: boolean;
}

/**
 * SQL that stores a device's last contact, unless its row is locked. The contact is only a hint, so no statement waits
 * for it (docs/rooms/sync.md#last-seen). Values of outbox and clock that the device did not report stay unchanged. It
 * also stores since when the device has named the same oldest operation: an operation named twice has outlasted a sync.
 */
export function upsertSeen({ deviceId, now, outboxHealth: health, clock, present }: SeenRow) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const oldestAt = sql`${health?.oldestRecordedAt ?? null}::timestamptz`;
  return sql`
    insert into device_seen (device_id, last_sync_at, outbox_depth, outbox_oldest_at,
      outbox_rejected, outbox_conflicted, outbox_reported_at, outbox_oldest_since,
      clock_offset_ms, clock_round_trip_ms, clock_read_at)
    select ${deviceId}::uuid, ${at}, ${health?.depth ?? null}::int, ${oldestAt},
      ${health?.rejected ?? null}::int, ${health?.conflicted ?? null}::int,
      case when ${health !== null}::boolean then ${at} end,
      case when ${oldestAt} is not null then ${at} end,
      ${clock.offsetMs}::bigint, ${clock.roundTripMs}::int,
      case when ${clock.offsetMs}::bigint is not null then ${at} end
    where ${present}::boolean and (
      not exists (select from device_seen where device_id = ${deviceId}::uuid)
      or exists (select from device_seen where device_id = ${deviceId}::uuid
                 for no key update skip locked))
    on conflict (device_id) do update set last_sync_at = excluded.last_sync_at,
      outbox_depth = coalesce(excluded.outbox_depth, device_seen.outbox_depth),
      outbox_oldest_at = case when excluded.outbox_depth is null then device_seen.outbox_oldest_at
                              else excluded.outbox_oldest_at end,
      outbox_rejected = coalesce(excluded.outbox_rejected, device_seen.outbox_rejected),
      outbox_conflicted = coalesce(excluded.outbox_conflicted, device_seen.outbox_conflicted),
      outbox_reported_at = coalesce(excluded.outbox_reported_at, device_seen.outbox_reported_at),
      outbox_oldest_since = case
        when excluded.outbox_depth is null
          or excluded.outbox_oldest_at = device_seen.outbox_oldest_at
        then device_seen.outbox_oldest_since
        else excluded.outbox_oldest_since end,
      clock_offset_ms = coalesce(excluded.clock_offset_ms, device_seen.clock_offset_ms),
      clock_round_trip_ms = case when excluded.clock_offset_ms is null
                                 then device_seen.clock_round_trip_ms
                                 else excluded.clock_round_trip_ms end,
      clock_read_at = coalesce(excluded.clock_read_at, device_seen.clock_read_at)`;
}

const STUCK: DueReasonOf<typeof deviceActor> = "STUCK_OUTBOX";

/**
 * SQL that makes a device's actor due when the outbox of a row `seen` may be stuck; the sweep wakes it. An actor that
 * is woken anyway reads this itself, and no statement may write its row twice.
 */
export function lowerIfStuck(actorId: string, woken = false) {
  return sql`
    insert into actor (workflow_id, due_at, due_reason, marks)
    select ${actorId}, ${sql.raw(stuckAt)}, ${STUCK}, 1 from seen where ${mayBeStuck} and not ${woken}::boolean
    on conflict (workflow_id) do update set due_at = excluded.due_at,
      due_reason = excluded.due_reason, marks = actor.marks + 1
    where excluded.due_at < actor.due_at`;
}
