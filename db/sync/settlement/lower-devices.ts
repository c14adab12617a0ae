import { sql } from "kysely";
import type { EventType } from "../../../contract/outbox/vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { traceToStore } from "../../platform/tracing/stored-traces.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Makes devices' actors due earlier than planned, and wakes those. An actor that is due early enough is left alone,
 * but its row cannot be deleted before this transaction ends. One row per device, ordered by id, so that two acts do
 * not deadlock.
 */
export async function lowerDevices(
  tx: Tx,
  instants: readonly DeviceInstant[],
  now: Date,
): Promise<void> {
  if (instants.length === 0) return;
  const rows = instants.map(({ relationshipId, ...instant }) => {
    return { ...instant, trace: traceToStore(relationshipId) };
  });
  const statement = sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        "deviceId" uuid, "workflowId" text, at timestamptz, reason text, trace text)
    ), lowered as (
      insert into actor (workflow_id, due_at, due_reason, marks)
      select "workflowId", at, reason, 1 from wanted order by "workflowId"
      on conflict (workflow_id) do update
      set due_at = excluded.due_at, due_reason = excluded.due_reason, marks = actor.marks + 1
      where actor.due_at > excluded.due_at
      returning workflow_id
    )
    insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs, occurred_at,
      available_at, trace_context)
    select uuidv7(), 'device-actor', "workflowId", uuidv7(), ${WAKES}, "deviceId", 0, '{}',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, trace
    from wanted where "workflowId" in (select workflow_id from lowered)
  `;
  await runNamed(tx, "lower-devices", statement);
}

/** When a device's actor must run again. */
export interface DeviceInstant {
  readonly deviceId: string;
  /** The relationship that it is due for; null for all of its own. */
  readonly relationshipId: string | null;
  readonly workflowId: string;
  readonly at: Date;
  readonly reason: string;
}

const WAKES: EventType = "DeviceDueSooner";
