import { isNoRowFault } from "./bisect-work.ts";

/**
 * Does something for one after the other, each in a transaction of its own; one that fails by itself holds up no other
 * (docs/rooms/house.md#one-fault).
 *
 * @param act answers whether there was something to do.
 * @returns for how many there was.
 * @throws AggregateError of what they failed by, with their ids, once all others are done; trouble of the database at once.
 */
export async function forEachAlone(
  ids: AsyncIterable<string> | Iterable<string>,
  act: (id: string) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  const failed = new Map<string, unknown>();
  for await (const id of ids) {
    try {
      if (await act(id)) count += 1;
    } catch (error) {
      if (isNoRowFault(error)) throw error;
      failed.set(id, error);
    }
  }
  if (failed.size > 0)
    throw new AggregateError(
      failed.values(),
      `Failed by themselves: ${[...failed.keys()].join(", ")}`,
    );
  return count;
}
