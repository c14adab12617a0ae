import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { addDeadOutboxRows, type PlainActServer, startPlainActServer } from "./plain-act-server.ts";

/** The acts that both sides of the benchmark perform. */
export const ACTS = ["open", "skip", "complete"] as const;
export type BenchAct = (typeof ACTS)[number];

const CHANGES = {
  open: "status = 'OPENED', opened_at = now()",
  skip: `status = 'SKIPPED_FOR_NOW', skipped_at = now(), reminder_cadence = 'DAILY',
         reminders_from = current_date + 1, next_reminder_at = now() + interval '1 day'`,
  complete: `status = 'COMPLETED', completed_at = now(), reminder_cadence = null,
             reminders_from = null, next_reminder_at = null`,
} as const satisfies Record<BenchAct, string>;

const EVENT = { open: "opened", skip: "skipped", complete: "completed" } as const;

/** Outbox rows that the product writes for the same change. */
const OUTBOX_ROWS = { open: 2, skip: 4, complete: 5 } as const;

/**
 * The baseline: the same change as a simple handler behind Express would write it. It is one transaction of plain
 * statements, without a guard, a schema or an idempotency key.
 */
export function startPlainServer(databaseUrl: string): Promise<PlainActServer> {
  return startPlainActServer(databaseUrl, ACTS, change);
}

async function change(client: PoolClient, taskId: string, act: BenchAct) {
  await client.query("begin");
  const found = await client.query<{ instance_id: string; relationship_id: string }>(
    `select t.instance_id, i.relationship_id
       from onboarding_task t join onboarding_instance i on i.id = t.instance_id
      where t.id = $1 for update of t, i`,
    [taskId],
  );
  const { instance_id: instanceId, relationship_id: relationshipId } = found.rows[0] ?? {};
  const { rows } = await client.query<{ id: string; status: string }>(
    `update onboarding_task set ${CHANGES[act]}, revision = revision + 1, updated_at = now()
      where id = $1 returning id, status`,
    [taskId],
  );
  await client.query(
    `update onboarding_instance
        set status = case $2 when 'skip' then 'COMPLETED_WITH_PENDING_TASK'
                             when 'complete' then 'COMPLETED' else status end,
            program_assignment_blocked = $2 = 'skip', nutrition_assignment_blocked = $2 = 'skip',
            updated_at = now()
      where id = $1`,
    [instanceId, act],
  );
  await client.query(
    `update client_profile set updated_at = now(),
            onboarding_status = case $2 when 'skip' then 'BLOCKED' when 'complete' then 'COMPLETED'
                                else onboarding_status end
      where user_id = (select client_user_id from relationship where id = $1)`,
    [relationshipId, act],
  );
  await remember(client, { instanceId, taskId, act });
  await client.query("commit");
  return rows[0];
}

async function remember(
  client: PoolClient,
  { instanceId, taskId, act }: { instanceId: string | undefined; taskId: string; act: BenchAct },
): Promise<void> {
  const history = [randomUUID(), instanceId, taskId, EVENT[act]];
  await client.query(
    `insert into onboarding_task_event (id, instance_id, task_id, type, actor_kind, metadata, occurred_at)
     values ($1, $2, $3, $4, 'CLIENT', '{}', now())`,
    history,
  );
  await client.query(
    `insert into onboarding_audit_event (id, instance_id, task_id, event_type, actor_kind, actor,
                                         metadata, created_at)
     values ($1, $2, $3, $4, 'CLIENT', 'client', '{}', now())`,
    history,
  );
  await addDeadOutboxRows(client, taskId, OUTBOX_ROWS[act]);
}
