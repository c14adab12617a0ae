import { sql } from "kysely";
import type { DueReason } from "../../contract/outbox/vocabulary.ts";
import type { Tx } from "../transact.ts";

/** What an actor waits for next: the copy that sweep and operators read. */
export interface ActorWait {
  readonly workflowId: string;
  readonly room: string;
  readonly subjectId: string;
  readonly dueAt: Date;
  readonly dueReason: DueReason;
  readonly settledAt: Date;
}

/** Writes down what the actor waits for, in the transaction of the act that found it out. */
export async function saveActorRow(tx: Tx, wait: ActorWait): Promise<void> {
  await sql`
    insert into actor (workflow_id, room, subject_id, due_at, due_reason, last_settled_at)
    values (${wait.workflowId}, ${wait.room}, ${wait.subjectId}, ${wait.dueAt.toISOString()},
            ${wait.dueReason}, ${wait.settledAt.toISOString()})
    on conflict (workflow_id) do update
    set due_at = excluded.due_at, due_reason = excluded.due_reason,
        last_settled_at = excluded.last_settled_at
  `.execute(tx.getKysely());
}

/** An actor that is told of something. */
export type ToldActor = Pick<ActorWait, "workflowId" | "room" | "subjectId">;

/**
 * Writes down that actors have something to look at, in the transaction of the fact they are told of:
 * should the wake-up be lost, the sweep finds them. Their next settlement writes what they wait for.
 */
export async function expectActors(tx: Tx, told: readonly ToldActor[], now: Date): Promise<void> {
  await sql`
    insert into actor (workflow_id, room, subject_id, due_at, due_reason)
    select distinct "workflowId", room, "subjectId", ${now.toISOString()}::timestamptz,
      ${"SETTLEMENT" satisfies DueReason}
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as told ("workflowId" text, room text, "subjectId" uuid)
    order by "workflowId"
    on conflict (workflow_id) do update
    set due_at = least(actor.due_at, excluded.due_at), due_reason = excluded.due_reason
  `.execute(tx.getKysely());
}

/** Strikes out an actor that waits for nothing. */
export async function dropActorRow(tx: Tx, workflowId: string): Promise<void> {
  await sql`delete from actor where workflow_id = ${workflowId}`.execute(tx.getKysely());
}
