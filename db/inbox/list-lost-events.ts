import type { ExpressionBuilder } from "kysely";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Dead-lettered rows of the consumer `inbox`, oldest first, except those of the given relationships. One statement.
 */
export async function listLostEvents(
  tx: Tx,
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
): Promise<readonly LostEvent[]> {
  return await tables(tx)
    .selectFrom("outbox")
    .where("consumer", "=", "inbox")
    .where("deadAt", "is not", null)
    .where((eb) => eb.not(eb(relationshipOf(eb), "=", anyOf(except))))
    .select((eb) => ["id", relationshipOf(eb).as("relationshipId")])
    .orderBy("deadAt")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** An event that was dead-lettered before the inbox consumed it. */
export interface LostEvent {
  readonly id: string;
  readonly relationshipId: string;
}

/** Every event that the inbox consumes names its relationship. */
function relationshipOf({ cast, ref }: ExpressionBuilder<Tables, "outbox">) {
  return cast<string>(ref("refs", "->>").key("relationshipId"), "uuid");
}

/** Deletes dead-lettered rows whose sources were queried instead. One statement. */
export async function dropLostEvents(tx: Tx, ids: readonly string[]): Promise<void> {
  await tables(tx)
    .deleteFrom("outbox")
    .where("id", "=", anyOf(ids))
    .where("deadAt", "is not", null)
    .execute();
}

/** Relationships that have not ended, by id after the given one. One statement. */
export async function listRunningRelationships(
  tx: Tx,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("relationship")
    .where("status", "<>", "ENDED")
    .$if(after !== null, (query) => query.where("id", ">", after))
    .select("id")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
