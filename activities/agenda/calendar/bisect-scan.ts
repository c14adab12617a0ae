import { isTrouble, waitedForLock } from "../../../db/transact.ts";
import { type WorkProgress, type BisectedWork, bisectWork } from "../../bisect-work.ts";

/**
 * Looks at many relationships at once, in halves where that fails (docs/rooms/agenda.md#scan). A lock that was waited
 * for in vain is no trouble of the database but the matter of whose rows they are: they alone are left for later, and
 * where even that cannot be written down, for the next look.
 *
 * @throws what the database fails by: then nobody is at fault, and all is tried again.
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
