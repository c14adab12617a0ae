import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { renewInboxEpochs as renew } from "../../../db/inbox/changes/renew-epochs.ts";
import { transact } from "../../../db/transact.ts";

/**
 * Tells a database that was restored from the past that consoles have seen (docs/rooms/inbox.md#changes): each inbox gets
 * a new epoch, and whoever holds a cursor of before reads its list afresh. Interrupted, it is done again.
 *
 * @returns how many inboxes there are.
 */
export async function renewInboxEpochs(em: SqlEntityManager): Promise<number> {
  return await transact(em, (tx) => renew(tx));
}
