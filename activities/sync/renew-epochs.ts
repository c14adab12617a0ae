import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { transact } from "../../db/platform/transactions/transact.ts";
import { renewEpochPage, type ScopePage } from "../../db/sync/scope/renew-epoch-page.ts";

/**
 * After a restore, gives every scope a new epoch, page by page (docs/rooms/sync.md#restored-scopes), because phones
 * may have seen newer data. After an interruption it starts again. Every counter that is handed out with an epoch
 * belongs here.
 *
 * @returns how many scopes there are.
 */
export async function renewEpochs(
  em: SqlEntityManager,
  { page: limit = PAGE }: { readonly page?: number } = {},
): Promise<number> {
  let count = 0;
  let afterId: string | null = null;
  for (;;) {
    const page: ScopePage = { afterId, limit };
    const renewed = await transact(em, (tx) => renewEpochPage(tx, page));
    if (renewed === null) return count;
    count += renewed.count;
    afterId = renewed.lastId;
  }
}

/** Scopes of one transaction. */
const PAGE = 500;
