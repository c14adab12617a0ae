/** The list with one entry replaced. */
export function withEntry<Entry>(list: readonly Entry[], at: number, entry: Entry): Entry[] {
  return list.map((old, place) => (place === at ? entry : old));
}

/** The list without one entry. */
export function withoutEntry<Entry>(list: readonly Entry[], at: number): Entry[] {
  return list.filter((_, place) => place !== at);
}

/** The list with one entry moved by some places; itself at an end. */
export function withMoved<Entry>(list: readonly Entry[], at: number, by: number): Entry[] {
  const to = at + by;
  const entry = list[at];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  const others = withoutEntry(list, at);
  return [...others.slice(0, to), entry, ...others.slice(to)];
}
