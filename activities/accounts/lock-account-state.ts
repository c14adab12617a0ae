import { type AccountStateRow, getAccountState } from "../../db/accounts/guard/queries.ts";
import { type LockedAccountKey, lockAccount } from "../../db/accounts/guard/lock-rows.ts";
import type { Tx } from "../../db/transact.ts";

/**
 * Holds what a caller stands on until the transaction ends, and tells how it stands: suspension, logout
 * and the end of a membership come before or after, never between.
 */
export async function lockAccountState(tx: Tx, key: LockedAccountKey): Promise<AccountStateRow> {
  await lockAccount(tx, key);
  return getAccountState(tx, key);
}
