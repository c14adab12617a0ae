import { lockName } from "../platform/lock-name.ts";
import type { Tx } from "../transact.ts";

/**
 * Lets one transaction at a time give a workspace its default questionnaire; the workspace itself may be
 * held by many. What is there is read by a later statement.
 */
export async function lockDefaultForm(tx: Tx, workspaceId: string): Promise<void> {
  await lockName(tx, `default-form:${workspaceId}`);
}
