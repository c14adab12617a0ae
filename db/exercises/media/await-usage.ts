import { clockNow as databaseClock } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { putAllowances } from "./lock-media-quota.ts";

/** Marks the allowances of all metered providers, because usage records may be missing. @returns how many. */
export async function awaitUsage(tx: Tx): Promise<number> {
  const metered = await tables(tx)
    .selectFrom("providerIntegration")
    .where("metered", "=", true)
    .select("providerKey")
    .execute();
  const keys = metered.map(({ providerKey }) => providerKey);
  if (keys.length === 0) return 0;
  await putAllowances(tx, keys);
  await tables(tx)
    .updateTable("mediaAllowance")
    .set({ awaitsUsageSince: databaseClock })
    .where("providerKey", "in", ({ selectFrom }) =>
      selectFrom("mediaAllowance")
        .where("providerKey", "in", keys)
        .select("providerKey")
        .orderBy("providerKey")
        .forNoKeyUpdate(),
    )
    .execute();
  return keys.length;
}
