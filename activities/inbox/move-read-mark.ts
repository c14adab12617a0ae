import { Refusal } from "../../contract/refusal.ts";
import { findMovedAt, saveReadMark } from "../../db/inbox/views/write-read-mark.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Marks the inbox of a workspace as read by a member, up to an instant that a page showed. The mark never goes back:
 * another console may have read further (docs/rooms/inbox.md#unread).
 *
 * @returns the mark in force.
 * @throws Refusal VALIDATION_FAILED if no page has shown that instant yet.
 */
export async function moveReadMark(
  tx: Tx,
  member: { readonly workspaceId: string; readonly userId: string },
  readThrough: Date,
): Promise<Date> {
  const movedAt = await findMovedAt(tx, member.workspaceId);
  if (movedAt === null || readThrough > movedAt)
    throw new Refusal("VALIDATION_FAILED", {
      errors: [{ pointer: "/readThrough", code: "not_shown", message: "No page has shown it yet" }],
    });
  return await saveReadMark(tx, { ...member, readThrough });
}
