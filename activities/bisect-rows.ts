import { rowFaultOf } from "../db/fault-class.ts";
import { attempt } from "../db/platform/savepoint.ts";
import type { Tx } from "../db/transact.ts";
import { bisect, type Bisected } from "./bisect.ts";

/**
 * Does something with items of one transaction, each part under a savepoint: where that fails by a row, in halves until
 * the items that fail stand alone (docs/rooms/house.md#one-fault).
 *
 * @param work leaves nothing behind where it fails.
 * @throws what no row is at fault for: then nothing is known of the items.
 */
export async function bisectRows<Item, Result>(
  tx: Tx,
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<Result>,
): Promise<Bisected<Item, Result>> {
  return await bisect(items, {
    attempt: (some) => attempt(tx, () => work(some)),
    isOwn: (fault) => rowFaultOf(fault) !== null,
  });
}
