import { rowFaultOf } from "../db/fault-class.ts";
import { attempt } from "../db/platform/attempt.ts";
import type { Tx } from "../db/transact.ts";
import { bisect, type Bisected } from "./bisect.ts";

/**
 * Processes items in one transaction, each part under a savepoint. If a part fails because of a row, it is bisected
 * until the faulty items are isolated (docs/rooms/house.md#one-fault).
 *
 * @param work processes some items; if it fails, it leaves nothing behind.
 * @throws any fault that no row caused; the outcome of all items is then unknown.
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
