import type { Attempted } from "../db/platform/attempt.ts";

/**
 * Attempts items together and bisects them after a failure, until the faulty items are isolated. An item counts as
 * failed only if it fails alone; an item that fails in a group but succeeds alone is done.
 *
 * @throws any fault that no item caused; the outcome of all items is then unknown.
 */
export async function bisect<Item, Result>(
  items: readonly Item[],
  bisection: Bisection<Item, Result>,
): Promise<Bisected<Item, Result>> {
  const [item, ...others] = items;
  if (item === undefined) return { done: [], failed: [] };
  const attempted = await bisection.attempt(items);
  if (attempted.kind === "DONE") return { done: [attempted.result], failed: [] };
  const { fault } = attempted;
  if (!bisection.isOwn(fault)) throw fault;
  if (others.length === 0) return { done: [], failed: [{ item, fault }] };
  const half = Math.ceil(items.length / 2);
  const first = await bisect(items.slice(0, half), bisection);
  const second = await bisect(items.slice(half), bisection);
  return { done: [...first.done, ...second.done], failed: [...first.failed, ...second.failed] };
}

/** The result of a bisection. */
export interface Bisected<Item, Result> {
  /** Results of the parts that succeeded, in order. */
  readonly done: readonly Result[];
  /** Items that failed alone, in order. */
  readonly failed: readonly { readonly item: Item; readonly fault: unknown }[];
}

/** How a part of the items is attempted, and which faults an item caused itself. */
export interface Bisection<Item, Result> {
  readonly attempt: (items: readonly Item[]) => Promise<Attempted<Result>>;
  readonly isOwn: (fault: unknown) => boolean;
}
