import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { renewInboxEpochs as renew } from "../../../db/inbox/changes/renew-inbox-epochs.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";

/**
 * After a restore, gives each inbox a new epoch (docs/rooms/inbox.md#changes), so that consoles with an older cursor
 * read their list again. After an interruption it is repeated.
 *
 * @returns how many inboxes there are.
 */
export async function renewInboxEpochs(em: SqlEntityManager): Promise<number> {
  return await transact(em, (tx) => renew(tx));
}
