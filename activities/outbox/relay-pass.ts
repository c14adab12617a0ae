import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { leaseRows, type LeasedRow } from "../../db/outbox/lease-rows.ts";
import { deleteRows, postponeRows, type UndeliveredRow } from "../../db/outbox/settle-rows.ts";
import { transact } from "../../db/transact.ts";
import { judgeDelivery, type FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { deliverOf, type Deliveries } from "./deliver.ts";

/** What a relay works with. */
export interface RelayDeps {
  readonly em: SqlEntityManager;
  readonly deliveries: Deliveries;
}

/** Consumers that share a pass, so that none of them waits for a slower one of another lane. */
export interface Lane {
  readonly name: string;
  readonly consumers: readonly Consumer[];
  /** Rows leased at once. */
  readonly limit: number;
  /** How much longer than others a pass may take in milliseconds, where an outside server answers when it likes. */
  readonly slackMs?: number;
}

/** What became of one leased row; `failure` is null when it was handed over. */
export interface Delivered {
  readonly row: LeasedRow;
  readonly failure: FailedDelivery | null;
}

/** A killed relay's rows are taken up by another after this time. */
const LEASE_SECONDS = 30;

/** Well inside the lease, so that no other relay takes a row that is under way here. */
const PASS_MS = 20_000;

/**
 * One pass over the outbox: lease, hand over, then delete what succeeded in one statement and postpone
 * each failure by itself (docs/rooms/storage.md#relay). Rows not reached in time are due again at once.
 */
export async function relayPass(
  { em, deliveries }: RelayDeps,
  { consumers, limit }: Lane,
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
      const failures = await deliverOf(deliveries, consumer)(group, inTime);
      return group.map((row) => ({ row, failure: failures.get(row.id) ?? null }));
    }),
  );
  return await settlePass(em, delivered.flat());
}

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
