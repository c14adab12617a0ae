import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import type { deviceActor } from "../../../contract/sync/device-actor.ts";
import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { upsertSeen } from "../admission/seen-row.ts";
import { mayBeStuck, stuckAt } from "../settlement/stuck-outbox.ts";

/** A device was here, and what is known of its outbox and its clock. */
export interface DeviceLastSeen {
  readonly deviceId: string;
  readonly now: Date;
  readonly outboxHealth: ClientOutboxHealth;
  readonly clock: ClockReading;
  /** Workflow id of its actor. */
  readonly actorId: string;
}

/**
 * Stores when a device was last here; what it did not say of its outbox and clock stays. No event tells of it: an
 * outbox that may be stuck is written into its actor's row, where the sweep finds it.
 */
export async function touchDeviceSeen(
  em: SqlEntityManager,
  lastSeen: DeviceLastSeen,
): Promise<void> {
  const reason: DueReasonOf<typeof deviceActor> = "STUCK_OUTBOX";
  await sql`/* named: device-seen */
    with seen as (${upsertSeen({ ...lastSeen, present: true })} returning *)
    insert into actor (workflow_id, due_at, due_reason, marks)
    select ${lastSeen.actorId}, ${sql.raw(stuckAt)}, ${reason}, 1
    from seen where ${mayBeStuck}
    on conflict (workflow_id) do update set due_at = excluded.due_at,
      due_reason = excluded.due_reason, marks = actor.marks + 1
    where excluded.due_at < actor.due_at
  `.execute(em.getKysely());
}
