import type { InboxPreferences } from "../../contract/inbox/schema.ts";
import { CoachTaskPreference } from "../../db/inbox/coach-task-preference.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";

/** Replaces a member's stored inbox view of a workspace. */
export async function saveInboxPreferences(
  tx: Tx,
  member: { readonly workspaceId: string; readonly userId: string },
  preferences: InboxPreferences,
): Promise<void> {
  const updatedAt = await clockNow(tx);
  await tx.upsert(CoachTaskPreference, { ...member, ...preferences, updatedAt });
}
