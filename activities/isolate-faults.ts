import { isIsolating, type Tx } from "../db/transact.ts";
import type { Bisected } from "./bisect.ts";
import { bisectRows } from "./bisect-rows.ts";
import { withSavepointsOnFault } from "./with-savepoints-on-fault.ts";

/**
 * Does a part of an act to many items at once. Where a row fails by itself, the whole act runs again, and this part of it
 * bisects its items under savepoints (docs/rooms/house.md#one-fault): the good path has no savepoint.
 *
 * @returns what went through, and the items that failed alone.
 * @throws any fault that is not an item's own.
 */
export async function isolateFaults<Item, Result>(
  tx: Tx,
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<Result>,
): Promise<Bisected<Item, Result>> {
  if (isIsolating(tx)) return await bisectRows(tx, items, work);
  const result = await withSavepointsOnFault(tx, () => work(items));
  return { done: [result], failed: [] };
}
