import type { Insertable } from "kysely";
import type { QuotaClosedBy } from "../../../contract/exercises/media-vocabulary.ts";
import { clockNow as databaseClock } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Stores that a video is requested; it counts from then on. */
export async function writeAccess(
  tx: Tx,
  access: Insertable<Tables["mediaAccess"]>,
): Promise<void> {
  await tables(tx).insertInto("mediaAccess").values(access).execute();
}

/** Stores the outcome of an access; an existing outcome stays. */
export async function endAccess(
  tx: Tx,
  end: Omit<Insertable<Tables["mediaAccessEnd"]>, "endedAt">,
): Promise<void> {
  await tables(tx)
    .insertInto("mediaAccessEnd")
    .values({ ...end, endedAt: databaseClock })
    .onConflict((conflict) => conflict.column("accessId").doNothing())
    .execute();
}

/**
 * Closes an allowance until the account is read again. The caller checks that it is open, so that the first reason
 * stays.
 */
export async function closeAllowance(
  tx: Tx,
  providerKey: string,
  closedBy: QuotaClosedBy,
): Promise<void> {
  await tables(tx)
    .updateTable("mediaAllowance")
    .set({ closedBy, closedAt: databaseClock })
    .where("providerKey", "=", providerKey)
    .execute();
}

/** Stores when the warning about the usage was sent. */
export async function markWarned(tx: Tx, providerKey: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("mediaAllowance")
    .set({ warnedAt: now })
    .where("providerKey", "=", providerKey)
    .execute();
}
