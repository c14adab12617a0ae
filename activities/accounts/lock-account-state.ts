import { type AccountStateRow, getAccountState } from "../../db/accounts/guard/queries.ts";
import { type LockedAccountKey, lockAccount } from "../../db/accounts/guard/lock-user.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Locks the rows that a caller's access depends on until the transaction ends, and reads them. A suspension, a logout
 * or the end of a membership commits before or after, never in between.
 */
export async function lockAccountState(tx: Tx, key: LockedAccountKey): Promise<AccountStateRow> {
  await lockAccount(tx, key);
  return getAccountState(tx, key);
}
