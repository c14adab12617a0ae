import { isIsolating, type Tx } from "../db/platform/transactions/transact.ts";
import { type Bisected, bisectRows } from "./bisect-rows.ts";
import { withSavepointsOnFault } from "./with-savepoints-on-fault.ts";

/**
 * Runs one part of an act on many items at once. After a row fault the whole act runs again, and this part bisects
 * its items under savepoints (docs/rooms/house.md#one-fault). The good path needs no savepoint.
 *
 * @returns the results, and the items that failed alone.
 * @throws any fault that no item caused.
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
