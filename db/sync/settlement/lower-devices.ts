import { sql } from "kysely";
import type { EventType } from "../../../contract/outbox/vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** When a device's actor has to look again, because of what was settled. */
export interface DeviceInstant {
  readonly deviceId: string;
  readonly workflowId: string;
  readonly at: Date;
  readonly reason: string;
}

const WAKES: EventType = "DeviceDueSooner";

/**
 * Lets devices' actors look again earlier than they meant to, and wakes those; who looks in time is
 * left alone, but waits for this transaction before it strikes its row out. One row a device, by its id,
 * so that two lanes do not wait for each other.
 */
export async function lowerDevices(
  tx: Tx,
  instants: readonly DeviceInstant[],
  now: Date,
): Promise<void> {
  if (instants.length === 0) return;
  await sql`/* named: lower-devices */
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(instants)}::jsonb) as row (
        "deviceId" uuid, "workflowId" text, at timestamptz, reason text)
    ), lowered as (
      insert into actor (workflow_id, due_at, due_reason, marks)
      select "workflowId", at, reason, 1 from wanted order by "workflowId"
      on conflict (workflow_id) do update
      set due_at = excluded.due_at, due_reason = excluded.due_reason, marks = actor.marks + 1
      where actor.due_at > excluded.due_at
      returning workflow_id
    )
    insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs, occurred_at,
      available_at)
    select uuidv7(), 'device-actor', "workflowId", uuidv7(), ${WAKES}, "deviceId", 0, '{}',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from wanted where "workflowId" in (select workflow_id from lowered)
  `.execute(tx.getKysely());
}
