import { sql } from "kysely";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** An actor, and how often it had been marked as due before its facts were read; null without a row. */
export interface SeenActor {
  readonly workflowId: string;
  readonly marks: number | null;
}

/** The next wait of an actor: a copy for the sweep and for operators. */
export interface ActorWait extends SeenActor {
  readonly dueAt: Date;
  readonly dueReason: string;
  readonly settledAt: Date;
}

/** SQL of an actor's marks, for the statement that reads its next wait, or an earlier one. */
export function marksOf(workflowId: string) {
  return sql<number | null>`(select marks from actor where workflow_id = ${workflowId})`;
}

/** Reads an actor's row. Call it before reading the actor's facts. */
export async function seeActor(tx: Tx, workflowId: string): Promise<SeenActor> {
  const seen = await tables(tx)
    .selectFrom("actor")
    .where("workflowId", "=", workflowId)
    .select("marks")
    .executeTakeFirst();
  return { workflowId, marks: seen?.marks ?? null };
}

/**
 * Stores what the actor waits for, in the transaction of the settling act that determined it. If an event arrived
 * after the facts were read, it has marked the actor again, which stays due.
 */
export async function saveActorRow(tx: Tx, wait: ActorWait): Promise<void> {
  const { workflowId, dueAt, dueReason, settledAt: lastSettledAt, marks } = wait;
  const settled = { lastSettledAt, toldAt: null, nextTryAt: null };
  await tables(tx)
    .insertInto("actor")
    .values({ workflowId, dueAt, dueReason, ...settled })
    .onConflict((on) =>
      on.column("workflowId").doUpdateSet((eb) => {
        const unlessMarked = eb
          .case()
          .when(
            eb.or([
              eb("actor.marks", "is not distinct from", marks),
              eb("excluded.dueAt", "<", eb.ref("actor.dueAt")),
            ]),
          );
        return {
          ...settled,
          failures: 0,
          dueAt: unlessMarked.then(eb.ref("excluded.dueAt")).else(eb.ref("actor.dueAt")).end(),
          dueReason: unlessMarked
            .then(eb.ref("excluded.dueReason"))
            .else(eb.ref("actor.dueReason"))
            .end(),
        };
      }),
    )
    .execute();
}

/** Deletes the row of an actor that waits for nothing, unless an event arrived after its facts were read. */
export async function dropActorRow(tx: Tx, { workflowId, marks }: SeenActor): Promise<void> {
  if (marks === null) return;
  await tables(tx)
    .deleteFrom("actor")
    .where("workflowId", "=", workflowId)
    .where("marks", "=", marks)
    .execute();
}

/** Stores that a settlement failed and when the actor retries. */
export async function countActorFailure(
  tx: Tx,
  workflowId: string,
  pauseOf: (failures: number) => number,
): Promise<void> {
  const counted = await tables(tx)
    .updateTable("actor")
    .set(({ eb }) => ({ failures: eb("failures", "+", 1) }))
    .where("workflowId", "=", workflowId)
    .returning("failures")
    .executeTakeFirst();
  if (counted === undefined) return;
  await tables(tx)
    .updateTable("actor")
    .set({ nextTryAt: secondsAgo(-pauseOf(counted.failures) / 1_000) })
    .where("workflowId", "=", workflowId)
    .execute();
}

/** When these actors are due, by workflow id; an actor that waits for nothing is absent. One statement. */
export async function listActorDues(
  executor: QueryExecutor,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, ActorDue>> {
  const rows = await executor.tables
    .selectFrom("actor")
    .where(({ eb, fn, val }) => eb("workflowId", "=", fn.any(val([...workflowIds]))))
    .select(["workflowId", "dueAt"])
    .select(({ eb }) => eb("lastSettledAt", "is not", null).$castTo<boolean>().as("hasSettled"))
    .execute();
  return new Map(rows.map(({ workflowId, ...due }) => [workflowId, due]));
}

/** When an actor is due. */
export interface ActorDue {
  readonly dueAt: Date;
  /** False for a new actor until its first settlement, alone or together with others. */
  readonly hasSettled: boolean;
}
