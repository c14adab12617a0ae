import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { awaitUsageOfAll } from "../../activities/exercises/media/await-usage-of-all.ts";
import { renewInboxEpochs } from "../../activities/inbox/upkeep/renew-inbox-epochs.ts";
import { renewEpochs } from "../../activities/sync/renew-epochs.ts";

/**
 * Renews the epoch of every counter that is handed out with one: scopes for phones, and inboxes for consoles. The
 * count of videos may be incomplete after a restore, so no new one is shown until its provider's account was read.
 *
 * @returns how many scopes there are.
 */
export async function renewAllEpochs(em: SqlEntityManager): Promise<number> {
  await renewInboxEpochs(em);
  await awaitUsageOfAll(em);
  return await renewEpochs(em);
}
