import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { markErasing } from "../../db/media/erase-media.ts";
import type { Tx } from "../../db/transact.ts";

/**
 * Erases all media of a relationship: from now on nobody is shown them. The upkeep removes their bytes, and
 * their records when no bytes are left, so that bytes without a record are never what remains. Erased
 * again, nothing changes.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function eraseMedia(tx: Tx, relationshipId: string): Promise<void> {
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  await markErasing(tx, relationshipId);
}
