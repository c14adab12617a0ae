import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Deletes the delivered rows; another relay may already have deleted some. */
export async function deleteRows(em: SqlEntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await runNamed(em, "delete-rows", tables(em).deleteFrom("outbox").where("id", "=", anyOf(ids)));
}

/** A row whose delivery failed, and what to do with it. */
export interface UndeliveredRow {
  readonly id: string;
  /** Class of the failure; null keeps the former one. */
  readonly failureClass: string | null;
  readonly countsAsAttempt: boolean;
  readonly pauseMs: number;
  readonly dead: boolean;
}

/** Postpones each row by its own delay, or marks it as a dead letter; one statement. */
export async function postponeRows(
  em: SqlEntityManager,
  undelivered: readonly UndeliveredRow[],
): Promise<void> {
  if (undelivered.length === 0) return;
  await sql`
    update outbox o
    set attempts = o.attempts + row."countsAsAttempt"::int,
        last_error = coalesce(row."failureClass", o.last_error),
        available_at = clock.now + make_interval(secs => row."pauseMs" / 1000),
        dead_at = case when row.dead then clock.now end
    from (select clock_now() as now) clock,
      jsonb_to_recordset(${JSON.stringify(undelivered)}::jsonb) as row (
        id uuid, "failureClass" text, "countsAsAttempt" boolean, "pauseMs" float8, dead boolean)
    where o.id = row.id and o.dead_at is null
  `.execute(em.getKysely());
}
