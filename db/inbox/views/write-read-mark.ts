import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** The instant of the newest change of an inbox; null before the first. */
export async function findMovedAt(tx: Tx, workspaceId: string): Promise<Date | null> {
  const inbox = await tables(tx)
    .selectFrom("workspaceInbox")
    .where("workspaceId", "=", workspaceId)
    .select("movedAt")
    .executeTakeFirst();
  return inbox?.movedAt ?? null;
}

/** Moves a member's mark forward. @returns the mark in force, which may be later. */
export async function saveReadMark(
  tx: Tx,
  mark: { readonly workspaceId: string; readonly userId: string; readonly readThrough: Date },
): Promise<Date> {
  const { readThrough } = await tables(tx)
    .insertInto("inboxReadMark")
    .values(mark)
    .onConflict((conflict) =>
      conflict.columns(["workspaceId", "userId"]).doUpdateSet(({ fn, ref }) => ({
        readThrough: fn<Date>("greatest", [
          ref("inboxReadMark.readThrough"),
          ref("excluded.readThrough"),
        ]),
      })),
    )
    .returning("readThrough")
    .executeTakeFirstOrThrow();
  return readThrough;
}
