import { lockName, shareName } from "../../platform/lock-name.ts";
import type { Tx } from "../../transact.ts";

// What exercises show follows from rows of several tables, and from some that are not there yet.
const SHOWN = "exercise-thumbnails";

/** Lets everybody wait who is about to keep what exercises show, and waits for those who do so already. */
export async function lockThumbnails(tx: Tx): Promise<void> {
  await lockName(tx, SHOWN);
}

/** Holds what exercises show as it is: another picture is told of before or after, never between. */
export async function shareThumbnails(tx: Tx): Promise<void> {
  await shareName(tx, SHOWN);
}
