import { lockName } from "../platform/lock-name.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Serialises the creation of a workspace's default questionnaire; the workspace row itself may be share-locked by
 * many. A later statement reads the existing form.
 */
export async function lockDefaultForm(tx: Tx, workspaceId: string): Promise<void> {
  await lockName(tx, `default-form:${workspaceId}`);
}
