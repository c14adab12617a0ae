import type { ExportSection } from "../../contract/privacy/export-vocabulary.ts";
import { EXPORT_SECTIONS } from "../../contract/privacy/export-vocabulary.ts";
import type { ExportPart, ExportState } from "../../rules/privacy/account-export.ts";
import { clockNow } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** An export under its lock, and whose. */
export interface LockedExport extends ExportState {
  readonly id: string;
  readonly userId: string;
  readonly nextSection: ExportSection | null;
  readonly afterId: string | null;
  readonly partCount: number;
  readonly factCount: number;
}

/**
 * Begins an export unless one of the person stands; one whose time is up gives way.
 *
 * @returns whether it was begun.
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

/** Locks an export; null for one that is gone. */
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

/** How far an export has come. */
export interface ExportProgress {
  readonly nextSection: ExportSection | null;
  readonly afterId: string | null;
  readonly partCount: number;
  readonly factCount: number;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Writes down how far an export has come, in the transaction of its parts. */
export async function keepProgress(
  tx: Tx,
  exportId: string,
  progress: ExportProgress,
): Promise<void> {
  await tables(tx).updateTable("accountExport").set(progress).where("id", "=", exportId).execute();
}

/** Takes an export away, with its parts. */
export async function dropExport(tx: Tx, exportId: string): Promise<void> {
  await tables(tx).deleteFrom("accountExport").where("id", "=", exportId).execute();
}

/** Takes a person's export away, whatever has become of it. */
export async function forgetExport(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom("accountExport").where("userId", "=", userId).execute();
}
