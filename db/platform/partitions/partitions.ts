import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../transactions/transact.ts";

/** Tables that are partitioned by age (docs/rooms/storage.md#partitions). */
export const PARTITIONED_TABLES = ["sync_request", "sync_answers", "auth_audit_event"] as const;

/** Name of a partitioned table. */
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/**
 * Creates the first missing partition: of now, of the next period, or of the one after it. The database does it as the
 * owner of the table, because the product owns none.
 *
 * @returns its name, or null if none is missing.
 * @throws a database error if the table is in use for more than 200 ms.
 */
export function addPartition(tx: Tx, table: PartitionedTable): Promise<string | null> {
  return nameOf(tx, sql`select add_partition(${table}) as name`);
}

/**
 * Drops the oldest partition if nothing in it is needed: all of its requests are old, or its answers were pruned.
 *
 * @returns its name, or null if the oldest one is needed.
 * @throws a database error if the table is in use for more than 200 ms.
 */
export function dropPartition(tx: Tx, table: PartitionedTable): Promise<string | null> {
  return nameOf(tx, sql`select drop_partition(${table}) as name`);
}

/**
 * Moves rows out of the default partition: creates the partition of the oldest one, with all rows of its time.
 *
 * @returns its name, or null if the default partition is empty.
 * @throws a database error if the table is in use for more than 200 ms.
 */
export function moveMisplaced(tx: Tx, table: PartitionedTable): Promise<string | null> {
  return nameOf(tx, sql`select move_misplaced(${table}) as name`);
}

async function nameOf(tx: Tx, statement: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`${statement}`.execute(tx.getKysely());
  return rows[0]?.name ?? null;
}

/** The partitions of each table. */
export async function listPartitionHealth(
  em: SqlEntityManager,
): Promise<readonly PartitionHealth[]> {
  const { rows } = await sql<PartitionHealth>`
    select parent as "table", ahead, partitions as count, misplaced from partition_health()
  `.execute(em.getKysely());
  return rows;
}

/** How a partitioned table stands. */
export interface PartitionHealth {
  readonly table: PartitionedTable;
  /** Periods after the present one that have a partition, at most two. */
  readonly ahead: number;
  /** Partitions, the default one included. */
  readonly count: number;
  /** Rows in the default partition, which has none; at most a thousand are counted. */
  readonly misplaced: number;
}
