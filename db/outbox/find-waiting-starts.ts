import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { firstRow } from "../platform/transactions/transact.ts";

/** Counts the deferred starts that wait, and says whether other rows, which go first, are due. One statement. */
export async function findWaitingStarts(
  em: SqlEntityManager,
  { consumers, yieldsTo }: StartConsumers,
): Promise<WaitingStarts> {
  const statement = sql<WaitingStarts>`
    select coalesce(sum(found.count), 0)::int as "waitingCount",
      (extract(epoch from min(found.due_at) - (select clock_now())) * 1000)::float8 as "leftMs",
      exists (
        select from unnest(${yieldsTo}::text[]) as named (consumer)
        cross join lateral (
          select from outbox
          where dead_at is null and available_at <= (select clock_now()) and consumer = named.consumer
          order by available_at, id limit 1) due) as "isBusy"
    from (
      select oldest.due_at, counted.count from unnest(${consumers}::text[]) as named (consumer)
      cross join lateral (
        select coalesce(due_at, available_at) as due_at from outbox
        where dead_at is null and available_at <= (select clock_now()) and consumer = named.consumer
        order by available_at, id limit 1) oldest
      cross join lateral (
        select count(*) from (
          select from outbox
          where dead_at is null and available_at <= (select clock_now()) and consumer = named.consumer
          order by available_at, id limit ${sql.lit(MOST_COUNTED)}) waiting) counted) found
  `;
  return firstRow(await runNamed(em, "waiting-starts", statement));
}

/** Consumers whose rows start actors, and those whose due rows go first. */
export interface StartConsumers {
  readonly consumers: readonly Consumer[];
  readonly yieldsTo: readonly Consumer[];
}

/** Deferred starts that wait for the relay. */
export interface WaitingStarts {
  /** At most 20,000 of each consumer. */
  readonly waitingCount: number;
  /** Milliseconds until the oldest must go ahead, negative if it is late; null without one. */
  readonly leftMs: number | null;
  /** Whether rows wait that go first. */
  readonly isBusy: boolean;
}

/** More than a relay starts in a minute: beyond it the exact number does not matter. */
const MOST_COUNTED = 20_000;
