import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { anyOf, given } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import type { RelationshipDay } from "../queries.ts";

/** Which relationships of a rebuild come next. */
export interface RebuildPage {
  /** Null from the first on. */
  readonly afterId: string | null;
  /** Only these; null for all there are. */
  readonly only: readonly string[] | null;
  readonly limit: number;
}

/** A page of relationships, by id. */
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

/** Marks the sums of all days of a relationship as to be computed anew; the caller holds its scope. */
export async function invalidateDays(tx: Tx, relationshipId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("agendaDay")
    .set({ invalidatedAt: now })
    .where("relationshipId", "=", relationshipId)
    .execute();
}

/** Days of a relationship whose sums are to be computed anew, the oldest first. */
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
