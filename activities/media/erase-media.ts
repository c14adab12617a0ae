import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { markErasing } from "../../db/media/mark-erasing.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Erases all media of a relationship: they are hidden from now on. Cleanup removes their bytes first and their
 * records afterwards, so that no bytes remain without a record. Idempotent.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function eraseMedia(tx: Tx, relationshipId: string): Promise<void> {
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  await markErasing(tx, relationshipId);
}
