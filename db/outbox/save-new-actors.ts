import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { records } from "../platform/statements/records.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { ActorWait } from "./actor-rows.ts";

/** Stores what many actors wait for, ordered by id. An actor marked again since then stays due. One statement. */
export async function saveNewActors(tx: Tx, waits: readonly MarkedWait[]): Promise<void> {
  if (waits.length === 0) return;
  const rows = waits.map(({ settledAt, ...wait }) => ({ ...wait, lastSettledAt: settledAt }));
  const columns = WAIT.map(([name]) => name);
  await tables(tx)
    .insertInto("actor")
    .columns([...columns, "failures"])
    .expression((from) =>
      from
        .selectFrom(records(rows, WAIT).as("wait"))
        .select(columns.map((name) => `wait.${name}` as const))
        .select(({ lit }) => lit(0).as("failures"))
        // By the database's collation, like the statement that appends events.
        .orderBy("wait.workflowId"),
    )
    .onConflict((conflict) =>
      conflict
        .column("workflowId")
        .doUpdateSet(({ ref }) => ({
          dueAt: ref("excluded.dueAt"),
          dueReason: ref("excluded.dueReason"),
          lastSettledAt: ref("excluded.lastSettledAt"),
          toldAt: null,
          failures: 0,
          nextTryAt: null,
        }))
        .whereRef("actor.marks", "=", "excluded.marks"),
    )
    .execute();
}

/** How often actors had been marked as due, by workflow id. Query it before their facts are read. One statement. */
export async function listActorMarks(
  executor: QueryExecutor,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await executor.tables
    .selectFrom("actor")
    .where(({ eb, fn, val }) => eb("workflowId", "=", fn.any(val([...workflowIds]))))
    .select(["workflowId", "marks"])
    .execute();
  return new Map(rows.map(({ workflowId, marks }) => [workflowId, marks]));
}

/** The next wait of an actor, and how often it had been marked as due before its facts were read. */
type MarkedWait = ActorWait & { readonly marks: number };

const WAIT = [
  ["workflowId", "text"],
  ["marks", "int"],
  ["dueAt", "timestamptz"],
  ["dueReason", "text"],
  ["lastSettledAt", "timestamptz"],
] as const;
