/**
 * A sorted copy, for code that also runs on phones: releases of Hermes have no `toSorted`.
 *
 * @param compare orders texts by code unit unless given.
 */
export function sorted<Item>(
  items: Iterable<Item>,
  compare?: (one: Item, other: Item) => number,
): Item[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- the copy belongs to nobody else
  return [...items].sort(compare);
}
