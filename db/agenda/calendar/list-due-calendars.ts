import { FIRST_ID } from "../../platform/new-id.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { NotNull } from "kysely";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Calendars due now, after a given position, at most `limit`, in order. */
export async function listDueCalendars(
  em: SqlEntityManager,
  { now, after, limit }: { readonly now: Date; readonly after: ScanPosition | null; limit: number },
): Promise<readonly ScanPosition[]> {
  const { lookAt, relationshipId } = after ?? FIRST;
  const due = tables(em)
    .selectFrom("relationshipCalendar")
    .select(["relationshipId", "lookAt"])
    .$narrowType<{ lookAt: NotNull }>()
    .where("lookAt", "<=", now)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("lookAt", "relationshipId"), ">", tuple(lookAt, relationshipId)),
    )
    .orderBy("lookAt")
    .orderBy("relationshipId")
    .limit(limit);
  return await runNamed(em, "due-calendars", due);
}

/** The position of a due calendar among all due ones. */
export interface ScanPosition {
  readonly lookAt: Date;
  readonly relationshipId: string;
}

const FIRST: ScanPosition = {
  lookAt: new Date(0),
  relationshipId: FIRST_ID,
};

/** How often scans of a calendar have failed. The caller has locked the scope. */
export async function countScanFailures(tx: Tx, relationshipId: string): Promise<number> {
  const calendar = await tables(tx)
    .selectFrom("relationshipCalendar")
    .select("lookFailures")
    .where("relationshipId", "=", relationshipId)
    .executeTakeFirst();
  return calendar?.lookFailures ?? 0;
}

/** Postpones the next scan of a calendar after a failure. The caller has locked the scope. */
export async function postponeScan(
  tx: Tx,
  relationshipId: string,
  { lookFailures, lookAt }: { readonly lookFailures: number; readonly lookAt: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("relationshipCalendar")
    .set({ lookFailures, lookAt })
    .where("relationshipId", "=", relationshipId)
    .where("lookAt", "is not", null)
    .execute();
}
