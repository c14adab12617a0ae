import { rowFaultOf } from "../db/platform/transactions/fault-class.ts";
import { withinSavepoint } from "../db/platform/transactions/attempt.ts";
import type { Tx } from "../db/platform/transactions/transact.ts";
import { bisect } from "./bisect.ts";

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
  const done: Result[] = [];
  const failed: FailedItem<Item>[] = [];
  await bisect(items, {
    together: async (some) => done.push(await withinSavepoint(tx, () => work(some))),
    alone: async (item, fault) => failed.push({ item, fault }),
    isOwn: (fault) => rowFaultOf(fault) !== null,
  });
  return { done, failed };
}

/** The result of a bisection. */
export interface Bisected<Item, Result> {
  /** Results of the parts that succeeded, in order. */
  readonly done: readonly Result[];
  /** Items that failed alone, in order. */
  readonly failed: readonly FailedItem<Item>[];
}

interface FailedItem<Item> {
  readonly item: Item;
  readonly fault: unknown;
}
