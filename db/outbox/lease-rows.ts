import { sql } from "kysely";
import type { Consumer, FeedEvent } from "../../contract/outbox/vocabulary.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Leases due rows, oldest first, in the caller's own short transaction. A leased row is not due before its lease
 * ends, so other relays skip it. The rows of a killed relay return on their own.
 *
 * Each consumer's rows are read separately, so that a long queue of another consumer is never scanned. The ids are
 * passed as an array to be looked up by key; a join read the whole queue for each lease.
 */
export async function leaseRows(tx: Tx, lease: Lease): Promise<readonly LeasedRow[]> {
  const { rows } = await sql<LeasedRow>`
    with due as (
      select waiting.id from unnest(${lease.consumers}::text[]) as named (consumer)
      cross join lateral (
        select id, available_at from outbox
        where dead_at is null and available_at <= (select clock_now())
          and consumer = named.consumer
        order by available_at, id
        limit ${lease.limit}
        for update skip locked) waiting
      order by waiting.available_at, waiting.id
      limit ${lease.limit})
    update outbox o
    set available_at = (select clock_now()) + make_interval(secs => ${lease.leaseSeconds})
    where o.id = any(array(select id from due))
    returning o.id, o.consumer, o.key, o.event_id as "eventId", o.type, o.subject_id as "subjectId",
      o.version::float8 as version, o.refs, o.request_id as "requestId",
      to_char(o.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
      o.attempts, o.trace_context as "traceContext"
  `.execute(tx.getKysely());
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** A leased outbox row as its consumer sees it. */
export interface LeasedRow extends FeedEvent {
  readonly id: string;
  readonly consumer: Consumer;
  /** Workflow id for actor consumers, otherwise the subject. */
  readonly key: string;
  readonly requestId: string | null;
  /** RFC 3339, UTC. */
  readonly occurredAt: string;
  /** Failed deliveries so far. */
  readonly attempts: number;
  /** `traceparent` of the act that wrote it; null unless that was recorded. */
  readonly traceContext: string | null;
}

/** Selects rows to lease: those of some consumers, at most `limit`, for `leaseSeconds`. */
export interface Lease {
  readonly consumers: readonly Consumer[];
  readonly limit: number;
  readonly leaseSeconds: number;
}
