import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { awaitUsage } from "../../../db/exercises/media/await-usage.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";

/**
 * After a restore, usage since the backup may be missing. No exercise gets a new place until the provider's account
 * has been read (docs/rooms/exercises.md#usage).
 *
 * @returns the number of providers.
 */
export async function awaitUsageOfAll(em: SqlEntityManager): Promise<number> {
  return await transact(em, awaitUsage);
}
