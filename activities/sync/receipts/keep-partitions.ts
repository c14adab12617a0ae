import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  addPartition,
  dropPartition,
  PARTITIONED_TABLES,
} from "../../../db/platform/partitions/partitions.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Drops the old partitions that nobody needs, and creates the missing ones of each table, up to two ahead. Each is a
 * transaction of its own: they need the lock of the whole table, for which they wait 200 ms. Repeated, it continues.
 *
 * @throws the first error, after everything else was tried: a partition that cannot be dropped delays no new one.
 */
export async function keepPartitions(em: SqlEntityManager): Promise<KeptPartitions> {
  const kept = { added: new Array<string>(), dropped: new Array<string>() };
  const errors: unknown[] = [];
  for (const [act, names] of [
    // First, because a table has room for sixteen.
    [dropPartition, kept.dropped],
    [addPartition, kept.added],
  ] as const) {
    for (const table of PARTITIONED_TABLES) {
      try {
        names.push(...(await repeat(em, (tx) => act(tx, table))));
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
  return kept;
}

/** Names of partitions that one call created and dropped. */
export interface KeptPartitions {
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

/** More than a table has; it only bounds the loop. */
const MOST = 20;

async function repeat(em: SqlEntityManager, act: (tx: Tx) => Promise<string | null>) {
  const names: string[] = [];
  while (names.length < MOST) {
    const name = await transact(em, act);
    if (name === null) break;
    names.push(name);
  }
  return names;
}
