import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { awaitUsageOfAll } from "../../activities/exercises/media/await-usage.ts";
import { renewInboxEpochs } from "../../activities/inbox/upkeep/renew-inbox-epochs.ts";
import { renewEpochs } from "../../activities/sync/renew-epochs.ts";

/**
 * Draws a new epoch for every counter that is handed out with one: of the scopes that phones read, and of the inboxes
 * that consoles read. What was counted of videos may be forgotten: no new one is shown before its provider's account was read.
 *
 * @returns how many scopes there are.
 */
export async function renewAllEpochs(em: SqlEntityManager): Promise<number> {
  await renewInboxEpochs(em);
  await awaitUsageOfAll(em);
  return await renewEpochs(em);
}
