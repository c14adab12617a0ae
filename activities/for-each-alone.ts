import { isNoRowFault } from "./bisect-work.ts";

/**
 * Acts on one id after the other, each in its own transaction. An id that fails does not delay the others
 * (docs/rooms/house.md#one-fault).
 *
 * @param act returns true if there was something to do.
 * @returns the number of ids for which there was something to do.
 * @throws AggregateError with the failed ids and their errors, once all others are done. A transient database error is
 * thrown at once.
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
    throw new AggregateError(failed.values(), `Failed: ${[...failed.keys()].join(", ")}`);
  return count;
}
