/**
 * A sorted copy, for code that also runs on phones: releases of Hermes have no `toSorted`.
 *
 * @param compare orders texts by code unit unless given.
 */
export function sorted<Item>(
  items: Iterable<Item>,
  compare?: (one: Item, other: Item) => number,
): Item[] {
  const copy = [...items];
  copy.sort(compare);
  return copy;
}
