import type { KeptPartitions } from "../../activities/sync/receipts/keep-partitions.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `keep-partitions` (docs/rooms/storage.md#partitions): creates the partitions that are missing ahead
 * and drops those that nobody needs. A table in use makes an attempt give up at once; it is retried until the next run.
 *
 * @returns the names of created and dropped partitions.
 */
export async function keepPartitions(): Promise<KeptPartitions> {
  return await upkeep().keepPartitions();
}

const upkeep = scheduledActs({
  tryMs: 60_000,
  summary: "create and drop partitions",
});
