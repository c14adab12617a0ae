import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** The consumers with due rows: one look into an index for each. */
export async function findDueConsumers(
  em: SqlEntityManager,
  consumers: readonly Consumer[],
): Promise<ReadonlySet<Consumer>> {
  const statement = sql<{ consumer: Consumer }>`
    select named.consumer from unnest(${consumers}::text[]) as named (consumer)
    cross join lateral (
      select from outbox
      where dead_at is null and available_at <= (select clock_now()) and consumer = named.consumer
      order by available_at, id limit 1) due
  `;
  const rows = await runNamed(em, "due-consumers", statement);
  return new Set(rows.map(({ consumer }) => consumer));
}
