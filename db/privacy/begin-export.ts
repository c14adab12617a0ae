import type { ExportSection } from "../../contract/privacy/export-vocabulary.ts";
import { EXPORT_SECTIONS } from "../../contract/privacy/export-vocabulary.ts";
import type { ExportPart, ExportState } from "../../rules/privacy/account-export.ts";
import { clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Starts an export unless the person has a current one; an expired one is replaced.
 *
 * @returns whether it was started.
 */
export async function beginExport(
  tx: Tx,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<boolean> {
  await tables(tx)
    .deleteFrom("accountExport")
    .where("userId", "=", userId)
    .where("expiresAt", "<=", clockNow)
    .execute();
  const [nextSection] = EXPORT_SECTIONS;
  const none = { afterId: null, readyAt: null, expiresAt: null };
  const begun = await tables(tx)
    .insertInto("accountExport")
    .values({ id, userId, requestedAt: now, nextSection, ...none, partCount: 0, factCount: 0 })
    .onConflict((conflict) => conflict.column("userId").doNothing())
    .returning("id")
    .executeTakeFirst();
  return begun !== undefined;
}

/** A locked export, and its owner. */
export interface LockedExport extends ExportState {
  readonly id: string;
  readonly userId: string;
  readonly nextSection: ExportSection | null;
  readonly afterId: string | null;
  readonly partCount: number;
  readonly factCount: number;
}

/** Locks an export; null if it no longer exists. */
export async function lockExport(tx: Tx, exportId: string): Promise<LockedExport | null> {
  const found = await tables(tx)
    .selectFrom("accountExport as e")
    .innerJoin("appUser as u", "u.id", "e.userId")
    .where("e.id", "=", exportId)
    .select(["e.id", "e.userId", "e.nextSection", "e.afterId", "e.partCount", "e.factCount"])
    .select(["e.expiresAt", "u.status as userStatus"])
    .forUpdate("e")
    .executeTakeFirst();
  return found ?? null;
}

/** Adds a part at its position. */
export async function insertPart(
  tx: Tx,
  part: ExportPart & { readonly exportId: string; readonly position: number },
): Promise<void> {
  await tables(tx).insertInto("accountExportPart").values(part).execute();
}

/** Progress of an export. */
export interface ExportProgress {
  readonly nextSection: ExportSection | null;
  readonly afterId: string | null;
  readonly partCount: number;
  readonly factCount: number;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Stores the progress of an export, in the transaction that writes its parts. */
export async function keepProgress(
  tx: Tx,
  exportId: string,
  progress: ExportProgress,
): Promise<void> {
  await tables(tx).updateTable("accountExport").set(progress).where("id", "=", exportId).execute();
}

/** Deletes an export with its parts. */
export async function dropExport(tx: Tx, exportId: string): Promise<void> {
  await tables(tx).deleteFrom("accountExport").where("id", "=", exportId).execute();
}

/** Deletes a person's export, in any state. */
export async function forgetExport(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom("accountExport").where("userId", "=", userId).execute();
}
