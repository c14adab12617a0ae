import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { anyOf, given } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { RelationshipDay } from "../queries.ts";

/** A page of relationships, ordered by id. */
export async function listScopesToRebuild(
  em: SqlEntityManager,
  { afterId, only, limit }: RebuildPage,
): Promise<readonly string[]> {
  const rows = await tables(em)
    .selectFrom("relationshipScope")
    .select("relationshipId")
    .where(({ eb }) => given(afterId, (id) => eb("relationshipId", ">", id)))
    .where(({ eb }) => given(only, (ids) => eb("relationshipId", "=", anyOf(ids))))
    .orderBy("relationshipId")
    .limit(limit)
    .execute();
  return rows.map(({ relationshipId }) => relationshipId);
}

/** Selects the next relationships of a rebuild. */
export interface RebuildPage {
  /** Null to start with the first one. */
  readonly afterId: string | null;
  /** Only these; null for all. */
  readonly only: readonly string[] | null;
  readonly limit: number;
}

/** Invalidates the sums of all days of a relationship; the caller has locked its scope. */
export async function invalidateDays(tx: Tx, relationshipId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("agendaDay")
    .set({ invalidatedAt: now })
    .where("relationshipId", "=", relationshipId)
    .execute();
}

/** Days of a relationship with invalidated sums, oldest first. */
export async function listInvalidatedDays(
  tx: Tx,
  { relationshipId, limit }: { readonly relationshipId: string; readonly limit: number },
): Promise<readonly RelationshipDay[]> {
  return await tables(tx)
    .selectFrom("agendaDay")
    .select(["relationshipId", "localDate"])
    .where("relationshipId", "=", relationshipId)
    .where("invalidatedAt", "is not", null)
    .orderBy("localDate")
    .limit(limit)
    .execute();
}
