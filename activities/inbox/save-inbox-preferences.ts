import type { InboxPreferences } from "../../contract/inbox/schema.ts";
import { CoachTaskPreference } from "../../db/inbox/coach-task-preference.ts";
import { clockNow, type Tx } from "../../db/transact.ts";

/** Keeps how a member looks at the inbox of a workspace, in place of what was kept before. */
export async function saveInboxPreferences(
  tx: Tx,
  member: { readonly workspaceId: string; readonly userId: string },
  preferences: InboxPreferences,
): Promise<void> {
  const updatedAt = await clockNow(tx);
  await tx.upsert(CoachTaskPreference, { ...member, ...preferences, updatedAt });
}
