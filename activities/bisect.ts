/**
 * Processes items together and bisects them after a failure, until the faulty items are isolated. An item counts as
 * faulty only if it fails alone; an item that fails in a group but succeeds alone is done. Items stay in order.
 *
 * @returns the results of the parts that succeeded and of the faulty items, in order.
 * @throws any fault that no item caused; the outcome of all items is then unknown.
 */
export async function bisect<Item, Result>(
  items: readonly Item[],
  bisection: Bisection<Item, Result>,
): Promise<readonly Result[]> {
  const [item, ...others] = items;
  if (item === undefined) return [];
  try {
    return [await bisection.together(items)];
  } catch (fault) {
    if (!bisection.isOwn(fault)) throw fault;
    if (others.length === 0) return [await bisection.alone(item, fault)];
  }
  const half = Math.ceil(items.length / 2);
  const first = await bisect(items.slice(0, half), bisection);
  return [...first, ...(await bisect(items.slice(half), bisection))];
}

/** How items are processed together, which faults an item caused itself, and what a faulty item results in. */
export interface Bisection<Item, Result> {
  /** If it fails, it leaves nothing behind. */
  readonly together: (items: readonly Item[]) => Promise<Result>;
  readonly isOwn: (fault: unknown) => boolean;
  /** Called as soon as an item is isolated, before later items are processed. */
  readonly alone: (item: Item, fault: unknown) => Promise<Result>;
}
