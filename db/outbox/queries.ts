import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Consumer, EventType } from "../../contract/outbox/vocabulary.ts";
import { clockOnce } from "../clock-once.ts";
import { tables } from "../tables.ts";
import { firstRow, wireInstant } from "../transact.ts";

/** How the outbox stands, for the metrics. */
export interface OutboxHealth {
  /** Age in seconds of the oldest row that waits, 0 when none does. */
  readonly oldestAgeSeconds: number;
  readonly waitingCount: number;
  readonly deadCount: number;
}

/** Looks at the outbox as a whole. */
export async function findOutboxHealth(em: SqlEntityManager): Promise<OutboxHealth> {
  const { rows } = await sql<OutboxHealth>`
    select coalesce(extract(epoch from clock_now() - min(occurred_at) filter (where dead_at is null)),
                    0)::float8 as "oldestAgeSeconds",
      count(*) filter (where dead_at is null)::int as "waitingCount",
      count(*) filter (where dead_at is not null)::int as "deadCount"
    from outbox
  `.execute(em.getKysely());
  return firstRow(rows);
}

/** How many actors of a kind fail. */
export interface FailingActors {
  /** First part of their workflow ids. */
  readonly kind: string;
  readonly count: number;
}

/**
 * Counts the actors whose settlement failed when it was tried last, by kind. What failed is still due, so
 * only rows that are due are read.
 */
export async function countFailingActors(em: SqlEntityManager): Promise<readonly FailingActors[]> {
  return await tables(em)
    .with("failing", (db) =>
      db
        .selectFrom("actor")
        .where("dueAt", "<=", clockOnce)
        .where("failures", ">", 0)
        .select((eb) =>
          eb.fn<string>("split_part", ["workflowId", eb.val("/"), eb.lit(1)]).as("kind"),
        ),
    )
    .selectFrom("failing")
    .groupBy("kind")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count")])
    .execute();
}

/** A row that was given up, for an operator to look at. */
export interface DeadLetter {
  readonly id: string;
  readonly consumer: Consumer;
  readonly type: EventType;
  /** Events that the row tells of, more than one of a batch. */
  readonly eventCount: number;
  readonly subjectId: string;
  readonly attempts: number;
  /** Class of the last failure. */
  readonly lastError: string | null;
  readonly deadAt: string;
}

/** The dead letters, oldest first. */
export async function listDeadLetters(
  em: SqlEntityManager,
  limit: number,
): Promise<readonly DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select id, consumer, type, 1 + coalesce(jsonb_array_length(further_events), 0) as "eventCount",
      subject_id as "subjectId", attempts, last_error as "lastError",
      ${wireInstant("dead_at")} as "deadAt"
    from outbox where dead_at is not null order by dead_at, id limit ${limit}
  `.execute(em.getKysely());
  return rows;
}
