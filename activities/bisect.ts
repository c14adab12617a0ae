import type { Attempted } from "../db/platform/savepoint.ts";

/** What a bisection came to. */
export interface Bisected<Item, Result> {
  /** Results of the parts that went through, in order. */
  readonly done: readonly Result[];
  /** Items that failed alone, in order. */
  readonly failed: readonly { readonly item: Item; readonly fault: unknown }[];
}

/** How a part of the items is tried, and which of its faults is an item's own. */
export interface Bisection<Item, Result> {
  readonly attempt: (items: readonly Item[]) => Promise<Attempted<Result>>;
  readonly isOwn: (fault: unknown) => boolean;
}

/**
 * Tries items together and, where that fails, each half of them, until those that fail stand alone. A fault counts only
 * where its item fails alone: what fails in company and not by itself is done.
 *
 * @throws any fault that is not an item's own: then nothing is known of the items.
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
