import { sql } from "kysely";
import type { Tx } from "./transact.ts";

/** Most relationships one sweeping transaction may hold (docs/rules.md#storage-one-writer). */
export const MAX_SWEPT_SCOPES = 50;

/**
 * Locks one relationship for writing. Nothing else is read: a row read by the statement that waited may
 * be stale.
 *
 * @returns false when there is no such relationship.
 */
export async function lockScope(tx: Tx, relationshipId: string): Promise<boolean> {
  const { rows } = await sql`/* named: lock-scope */
    select relationship_id from relationship_scope
    where relationship_id = ${relationshipId}
    for no key update
  `.execute(tx.getKysely());
  return rows.length === 1;
}

/** Locks several relationships for writing, in their order (docs/rules.md#storage-lock-order). */
export async function lockScopes(tx: Tx, relationshipIds: readonly string[]): Promise<void> {
  await sql`
    select relationship_id from relationship_scope
    where relationship_id = any(${relationshipIds}::uuid[])
    order by relationship_id
    for no key update
  `.execute(tx.getKysely());
}

/**
 * Locks those of the relationships that nobody is writing to, at most {@link MAX_SWEPT_SCOPES}, for a
 * sweep that comes again.
 *
 * @returns ids of the locked ones, in their order.
 */
export async function lockFreeScopes(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select relationship_id as id from relationship_scope
    where relationship_id = any(${relationshipIds}::uuid[])
    order by relationship_id
    limit ${MAX_SWEPT_SCOPES}
    for no key update skip locked
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}
