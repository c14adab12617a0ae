import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ProviderOverride } from "../../contract/providers/config-schema.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { OverrideRow } from "./queries.ts";
import { clockNow, json } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Writes the override and increments its revision. Returns the resulting row. */
export async function writeOverride(
  tx: Tx,
  providerKey: string,
  settings: ProviderOverride,
): Promise<OverrideRow> {
  const written = { settings: json(settings), updatedAt: clockNow };
  return tables(tx)
    .insertInto("authProviderOverride")
    .values({ providerKey, ...written, revision: 1, createdAt: clockNow })
    .onConflict((on) =>
      on.column("providerKey").doUpdateSet(({ eb, ref }) => ({
        ...written,
        revision: eb(ref("authProviderOverride.revision"), "+", 1),
      })),
    )
    .returning(["providerKey", "settings", "revision"])
    .executeTakeFirstOrThrow();
}

/** The override of a provider, or null if it has only its file. */
export async function findOverride(
  em: SqlEntityManager,
  providerKey: string,
): Promise<OverrideRow | null> {
  const override = await tables(em)
    .selectFrom("authProviderOverride")
    .where("providerKey", "=", providerKey)
    .select(["providerKey", "settings", "revision"])
    .executeTakeFirst();
  return override ?? null;
}
