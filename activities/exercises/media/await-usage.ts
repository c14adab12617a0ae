import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { awaitUsage } from "../../../db/exercises/media/await-usage.ts";
import { transact } from "../../../db/transact.ts";

/**
 * Of a database that was restored from the past: what was counted since may be forgotten, so no exercise gets a new place
 * before the provider's account was read (docs/rooms/exercises.md#usage).
 *
 * @returns of how many providers.
 */
export async function awaitUsageOfAll(em: SqlEntityManager): Promise<number> {
  return await transact(em, awaitUsage);
}
