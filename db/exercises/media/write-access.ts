import type { Insertable } from "kysely";
import type { AllowanceClosedBy } from "../../../contract/exercises/media-vocabulary.ts";
import { clockNow as databaseClock } from "../../sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** Keeps that a video is asked for; from here on it counts. */
export async function writeAccess(
  tx: Tx,
  access: Insertable<Tables["mediaAccess"]>,
): Promise<void> {
  await tables(tx).insertInto("mediaAccess").values(access).execute();
}

/** Keeps how the call of an access ended; what ended stays as it did. */
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

/** Lets nobody ask before the account was read again; one that is closed stays so by what closed it first. */
export async function closeAllowance(
  tx: Tx,
  providerKey: string,
  closedBy: AllowanceClosedBy,
): Promise<void> {
  await tables(tx)
    .updateTable("mediaAllowance")
    .set({ closedBy, closedAt: databaseClock })
    .where("providerKey", "=", providerKey)
    .execute();
}

/** Keeps that somebody was told how much is used. */
export async function markWarned(tx: Tx, providerKey: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("mediaAllowance")
    .set({ warnedAt: now })
    .where("providerKey", "=", providerKey)
    .execute();
}
