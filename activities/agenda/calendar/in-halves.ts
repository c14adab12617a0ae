import { isTrouble } from "../../../db/transact.ts";

/** How many did what was to be done, and how many failed by themselves. */
export interface DoneInHalves {
  readonly doneCount: number;
  readonly failedCount: number;
}

/** What is done with some of them at once, and with one that fails by itself. */
export interface InHalves {
  /** Returns how much was done. */
  readonly together: (ids: readonly string[]) => Promise<number>;
  readonly alone: (id: string, error: unknown) => Promise<void>;
}

/**
 * Does something with many at once; when that fails with each half of them, until those that do it stand alone.
 *
 * @throws what the database fails by: then nobody is at fault, and all is tried again.
 */
export async function inHalves(
  ids: readonly string[],
  { together, alone }: InHalves,
): Promise<DoneInHalves> {
  if (ids.length === 0) return { doneCount: 0, failedCount: 0 };
  try {
    return { doneCount: await together(ids), failedCount: 0 };
  } catch (error) {
    if (isTrouble(error)) throw error;
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0) {
      await alone(id, error);
      return { doneCount: 0, failedCount: 1 };
    }
    const half = Math.ceil(ids.length / 2);
    const one = await inHalves(ids.slice(0, half), { together, alone });
    const other = await inHalves(ids.slice(half), { together, alone });
    return {
      doneCount: one.doneCount + other.doneCount,
      failedCount: one.failedCount + other.failedCount,
    };
  }
}
