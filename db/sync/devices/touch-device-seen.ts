import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { lowerIfStuck, upsertSeen } from "../admission/seen-row.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Stores the last contact of a device; values of outbox and clock that it did not report stay. It emits no event: if
 * the outbox may be stuck, the actor's row becomes due and the sweep finds it.
 */
export async function touchDeviceSeen(
  em: SqlEntityManager,
  lastSeen: DeviceLastSeen,
): Promise<void> {
  const statement = sql`
    with seen as (${upsertSeen({ ...lastSeen, present: true })} returning *)
    ${lowerIfStuck(lastSeen.actorId)}
  `;
  await runNamed(em, "device-seen", statement);
}

/** A contact of a device, with the state of its outbox and its clock. */
export interface DeviceLastSeen {
  readonly deviceId: string;
  readonly now: Date;
  readonly outboxHealth: ClientOutboxHealth;
  readonly clock: ClockReading;
  /** Workflow id of its actor. */
  readonly actorId: string;
}
