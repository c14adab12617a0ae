import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { leaseRows, type LeasedRow } from "../../db/outbox/lease-rows.ts";
import { deleteRows, postponeRows, type UndeliveredRow } from "../../db/outbox/delete-rows.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { judgeDelivery, type FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { deliverOf, type Deliveries } from "./deliver.ts";

/**
 * One pass over the outbox: lease, deliver, then delete the successes in one statement and postpone each failure
 * separately (docs/rooms/storage.md#relay). Rows that were not reached in time are due again at once.
 */
export async function relayPass(
  { em, deliveries }: RelayDeps,
  { consumers, limit, width }: Lane,
  stop: AbortSignal,
): Promise<readonly Delivered[]> {
  const rows = await transact(em, (tx) =>
    leaseRows(tx, { consumers, limit, leaseSeconds: LEASE_SECONDS }),
  );
  if (rows.length === 0) return [];
  const inTime = AbortSignal.any([stop, AbortSignal.timeout(PASS_MS)]);
  const byConsumer = Map.groupBy(rows, ({ consumer }) => consumer);
  const delivered = await Promise.all(
    [...byConsumer].map(async ([consumer, group]) => {
      const failures = await deliverOf(deliveries, consumer)(group, inTime, width);
      return group.map((row) => ({ row, failure: failures.get(row.id) ?? null }));
    }),
  );
  return await settlePass(em.fork(), delivered.flat());
}

/** Dependencies of a relay. */
export interface RelayDeps {
  readonly em: SqlEntityManager;
  readonly deliveries: Deliveries;
}

/** Consumers that share a pass; a slow consumer of another lane does not delay them. */
export interface Lane {
  readonly name: string;
  readonly consumers: readonly Consumer[];
  /** Rows leased at once. */
  readonly limit: number;
  /** Actors woken at once; the delivery decides by default. */
  readonly width?: number;
  /** Consumers whose due rows go first. The lane then takes no more than its bound demands. */
  readonly yieldsTo?: readonly Consumer[];
  /** Extra time of a pass in milliseconds, for outside servers that answer slowly. */
  readonly slackMs?: number;
  /** Pause after a pass in milliseconds, so that rows that come meanwhile share the next one; none by default. */
  readonly restMs?: number;
}

/** The result for one leased row; `failure` is null if it was delivered. */
export interface Delivered {
  readonly row: LeasedRow;
  readonly failure: FailedDelivery | null;
}

/** After this time another relay takes the rows of a killed one. */
const LEASE_SECONDS = 30;

/** Well inside the lease, so that no other relay takes a row in progress here. */
const PASS_MS = 20_000;

async function settlePass(
  em: SqlEntityManager,
  delivered: readonly Delivered[],
): Promise<readonly Delivered[]> {
  await deleteRows(
    em,
    delivered.filter(({ failure }) => failure === null).map(({ row }) => row.id),
  );
  await postponeRows(em, delivered.flatMap(undelivered));
  return delivered;
}

function undelivered({ row, failure }: Delivered): readonly UndeliveredRow[] {
  if (failure === null) return [];
  const verdict = judgeDelivery(row.consumer, row.attempts, failure);
  const dead = verdict.kind === "DEAD";
  return [
    {
      id: row.id,
      failureClass: failure.failureClass,
      countsAsAttempt: dead || verdict.countsAsAttempt,
      pauseMs: dead ? 0 : verdict.pauseMs,
      dead,
    },
  ];
}
