import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import {
  addDeadOutboxRows,
  type PlainActServer,
  startPlainActServer,
} from "../plain-act-server.ts";

/** The actions that both sides of the benchmark perform, and the product's request for each. */
export const ACTS = {
  start: {},
  snooze: { snoozePreset: "ONE_HOUR" },
  resolve: { resolutionType: "MESSAGE_SENT" },
} as const;
export type BenchAct = keyof typeof ACTS;
const KINDS = ["start", "snooze", "resolve"] as const satisfies readonly BenchAct[];

const CHANGES = {
  start: `status = 'IN_PROGRESS', started_at = coalesce(started_at, now()), touched_at = now()`,
  snooze: `status = 'SNOOZED', snoozed_until = now() + interval '1 hour', snooze_preset = 'ONE_HOUR',
    touched_at = now()`,
  resolve: `status = 'RESOLVED', resolution_type = 'MESSAGE_SENT', status_before_close = 'OPEN',
    closed_at = now(), touched_at = now()`,
} as const satisfies Record<BenchAct, string>;
const EVENT = { start: "viewed", snooze: "snoozed", resolve: "resolved" } as const;
/** Outbox rows that the product writes: one for the feed, and one for the actor, whose deadline changes. */
const OUTBOX_ROWS = 2;

/**
 * The baseline: the same change as a simple handler would write it, behind Express, with the counts that the contract
 * requires. It has no guard, no schema, no idempotency key and no lock of the relationship.
 */
export function startPlainActs(databaseUrl: string): Promise<PlainActServer> {
  return startPlainActServer(databaseUrl, KINDS, change);
}

async function change(client: PoolClient, taskId: string, act: BenchAct) {
  await client.query("begin");
  await client.query("select * from coach_task where id = $1 for update", [taskId]);
  const { rows } = await client.query<{ id: string; workspace_id: string }>(
    `update coach_task set ${CHANGES[act]}, revision = revision + 1, updated_at = now()
      where id = $1 returning *`,
    [taskId],
  );
  const { workspace_id: workspaceId } = rows[0] ?? {};
  await client.query(
    `insert into coach_task_event (id, task_id, type, actor_kind, metadata, occurred_at)
     values ($1, $2, $3, 'SYSTEM', '{}', now())`,
    [randomUUID(), taskId, EVENT[act]],
  );
  await addDeadOutboxRows(client, taskId, OUTBOX_ROWS);
  await client.query(
    `insert into coach_task_change (id, workspace_id, task_ids, is_reload, changed_at)
     values ($1, $2, array[$3::uuid], false, now())`,
    [randomUUID(), workspaceId, taskId],
  );
  await client.query("commit");
  const counts = await client.query(
    `select status, severity in ('HIGH', 'URGENT') as severe, due_at <= now() as overdue, count(*)
       from coach_task where workspace_id = $1 and status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
      group by 1, 2, 3`,
    [workspaceId],
  );
  return { task: rows[0], counts: counts.rows };
}
