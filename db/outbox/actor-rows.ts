import { sql } from "kysely";
import type { Line } from "../flight.ts";
import { firstRow, type Tx } from "../transact.ts";

/** An actor and how often it had been marked as due before its facts were read; null without a row. */
export interface SeenActor {
  readonly workflowId: string;
  readonly marks: number | null;
}

/** What an actor waits for next: the copy that sweep and operators read. */
export interface ActorWait extends SeenActor {
  readonly dueAt: Date;
  readonly dueReason: string;
  readonly settledAt: Date;
}

/** SQL of the marks of an actor, for the statement that reads what it waits for, or one before it. */
export function marksOf(workflowId: string) {
  return sql<number | null>`(select marks from actor where workflow_id = ${workflowId})`;
}

/** Looks at an actor's row. Call it before its facts are read. */
export async function seeActor(tx: Tx, workflowId: string): Promise<SeenActor> {
  const { rows } = await sql<Pick<SeenActor, "marks">>`
    select ${marksOf(workflowId)} as marks
  `.execute(tx.getKysely());
  return { workflowId, ...firstRow(rows) };
}

/**
 * Writes down what the actor waits for, in the transaction of the settling act that found it out. An
 * event that came after the facts were read has marked it again: it stays due.
 */
export async function saveActorRow(tx: Tx, wait: ActorWait): Promise<void> {
  const unmarked = sql<boolean>`actor.marks is not distinct from ${wait.marks}::int`;
  await sql`
    insert into actor (workflow_id, due_at, due_reason, last_settled_at)
    values (${wait.workflowId}, ${wait.dueAt.toISOString()}, ${wait.dueReason},
            ${wait.settledAt.toISOString()})
    on conflict (workflow_id) do update
    set due_at = case when ${unmarked} then excluded.due_at
          else least(actor.due_at, excluded.due_at) end,
        due_reason = case when ${unmarked} or excluded.due_at < actor.due_at
          then excluded.due_reason else actor.due_reason end,
        last_settled_at = excluded.last_settled_at, told_at = null, failures = 0, next_try_at = null
  `.execute(tx.getKysely());
}

/** Strikes out an actor that waits for nothing, unless an event came after its facts were read. */
export async function dropActorRow(tx: Tx, { workflowId, marks }: SeenActor): Promise<void> {
  if (marks === null) return;
  await sql`delete from actor where workflow_id = ${workflowId} and marks = ${marks}`.execute(
    tx.getKysely(),
  );
}

/** Writes down that a settlement failed and when the actor tries again by itself. */
export async function countActorFailure(
  tx: Tx,
  workflowId: string,
  pauseOf: (failures: number) => number,
): Promise<void> {
  const { rows } = await sql<{ failures: number }>`
    update actor set failures = failures + 1 where workflow_id = ${workflowId} returning failures
  `.execute(tx.getKysely());
  for (const { failures } of rows) {
    await sql`
      update actor set next_try_at = clock_now() + make_interval(secs => ${pauseOf(failures) / 1_000})
      where workflow_id = ${workflowId}
    `.execute(tx.getKysely());
  }
}

/** Until when these actors wait, by workflow id; who waits for nothing is not there. One statement. */
export async function listActorDues(
  line: Line,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await line.tables
    .selectFrom("actor")
    .where(({ eb, fn, val }) => eb("workflowId", "=", fn.any(val([...workflowIds]))))
    .select(["workflowId", "dueAt"])
    .execute();
  return new Map(rows.map(({ workflowId, dueAt }) => [workflowId, dueAt]));
}
