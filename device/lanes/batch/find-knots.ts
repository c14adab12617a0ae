/**
 * The replaced operations that would wait for ever: their replacement waits for them, directly or through others. Only
 * these are sent as they were queued. An operation that waits for a time, or for its files, unties no knot and ties
 * none.
 *
 * @param waits for each replaced operation, the replaced ones that its replacement waits for.
 */
export function findKnots(waits: ReadonlyMap<string, Iterable<string>>): ReadonlySet<string> {
  return new Set([...waits.keys()].filter((id) => leadsBack(id)));

  function leadsBack(id: string): boolean {
    const seen = new Set<string>();
    const next = [...(waits.get(id) ?? [])];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (one === id) return true;
      if (seen.has(one)) continue;
      seen.add(one);
      next.push(...(waits.get(one) ?? []));
    }
    return false;
  }
}
