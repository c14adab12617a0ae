import { isTrouble, waitedForLock } from "../../../db/platform/transactions/transact.ts";
import { type WorkProgress, type BisectedWork, bisectWork } from "../../bisect-work.ts";

/**
 * Scans many relationships at once and bisects them after a failure (docs/rooms/agenda.md#scan). A lock timeout is not
 * a transient database error: it concerns only the relationships whose rows are locked. They are postponed; if even
 * that cannot be written, the next scan takes them unchanged.
 *
 * @throws a transient database error; everything must then be retried.
 */
export async function bisectScan(
  ids: readonly string[],
  { together, alone }: BisectedWork,
): Promise<WorkProgress> {
  const unlessLocked = async (id: string, error: unknown) => {
    try {
      await alone(id, error);
    } catch (another) {
      if (!waitedForLock(another)) throw another;
    }
  };
  return await bisectWork(ids, { together, alone: unlessLocked }, stopsScan);
}

function stopsScan(error: unknown): boolean {
  return isTrouble(error) && !waitedForLock(error);
}
