import type { DifferenceChange } from "../../../contract/plans/publication-vocabulary.ts";

/**
 * The entries of a list that were added, removed, changed or moved, in the order of the new list, removed ones last.
 * The fewest entries count as moved; one that changed and moved counts as changed.
 */
export function compareLists<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly EntryDifference<Entry>[] {
  const old = new Map(before.map((entry) => [keyOf(entry), entry]));
  const kept = new Set(after.map(keyOf));
  const moved = movedKeys([...old.keys()], after.map(keyOf));
  const present = after.flatMap((entry): EntryDifference<Entry>[] => {
    const key = keyOf(entry);
    const former = old.get(key) ?? null;
    if (former === null) return [{ change: "ADDED", before: null, after: entry }];
    if (!isSame(former, entry)) return [{ change: "CHANGED", before: former, after: entry }];
    return moved.has(key) ? [{ change: "MOVED", before: former, after: entry }] : [];
  });
  const removed = before
    .filter((entry) => !kept.has(keyOf(entry)))
    .map((entry) => ({ change: "REMOVED", before: entry, after: null }) as const);
  return [...present, ...removed];
}

/** An entry of a list that differs. */
export interface EntryDifference<Entry> {
  readonly change: DifferenceChange;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/** Whether two values of one schema are equal; their members have the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The keys outside the longest part of a list that kept its order. */
function movedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((key, place) => [key, place]));
  const remaining = after.filter((key) => places.has(key));
  const chains: string[][] = [];
  for (const key of remaining) {
    const place = places.get(key) ?? 0;
    const fitting = chains.filter((chain) => (places.get(chain.at(-1) ?? "") ?? 0) < place);
    const longest = fitting.reduce<string[]>(
      (best, chain) => (chain.length > best.length ? chain : best),
      [],
    );
    chains.push([...longest, key]);
  }
  const kept = chains.reduce<string[]>(
    (best, chain) => (chain.length > best.length ? chain : best),
    [],
  );
  return new Set(remaining.filter((key) => !kept.includes(key)));
}
