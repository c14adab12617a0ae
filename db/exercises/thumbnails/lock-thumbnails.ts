import { lockName, shareName } from "../../platform/lock-name.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Locks the pictures of exercises for a change: waits for transactions that share the lock, and blocks new ones. */
export async function lockThumbnails(tx: Tx): Promise<void> {
  await lockName(tx, SHOWN);
}

// The shown pictures depend on several tables, and on rows that do not exist yet.
const SHOWN = "exercise-thumbnails";

/** Locks the pictures of exercises in shared mode: a change comes before or after, never in between. */
export async function shareThumbnails(tx: Tx): Promise<void> {
  await shareName(tx, SHOWN);
}
