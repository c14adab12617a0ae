import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { lowerIfStuck, upsertSeen } from "../admission/seen-row.ts";

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
  await sql`/* named: device-seen */
    with seen as (${upsertSeen({ ...lastSeen, present: true })} returning *)
    ${lowerIfStuck(lastSeen.actorId)}
  `.execute(em.getKysely());
}
