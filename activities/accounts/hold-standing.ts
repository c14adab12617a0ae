import { type StandingRow, getStanding } from "../../db/accounts/guard/queries.ts";
import { type HeldStanding, lockStanding } from "../../db/accounts/guard/lock-rows.ts";
import type { Tx } from "../../db/transact.ts";

/**
 * Holds what a caller stands on until the transaction ends, and tells how it stands: suspension, logout
 * and the end of a membership come before or after, never between.
 */
export async function holdStanding(tx: Tx, key: HeldStanding): Promise<StandingRow> {
  await lockStanding(tx, key);
  return getStanding(tx, key);
}
