/**
 * The commands of a failing history without which it would not fail: halves are left out, then quarters,
 * down to single commands, as long as it goes on failing.
 *
 * @param fails plays a history; what it failed with, or null.
 */
export async function shrinkHistory<Command>(
  history: readonly Command[],
  fails: (history: readonly Command[]) => Promise<unknown>,
): Promise<readonly Command[]> {
  let left = history;
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = left.length - size; from > -size; from -= size) {
      const rest = [...left.slice(0, Math.max(0, from)), ...left.slice(from + size)];
      if (rest.length < left.length && (await fails(rest)) !== null) left = rest;
    }
  }
  return left;
}
