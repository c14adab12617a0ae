/** The keys of a record, in the order in which they are written. */
export function keysOf<Key extends string>(
  record: Readonly<Partial<Record<Key, unknown>>>,
): readonly Key[] {
  return Object.keys(record).filter((key): key is Key => key in record);
}
