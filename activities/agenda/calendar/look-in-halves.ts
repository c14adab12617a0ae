import { isTrouble, waitedForLock } from "../../../db/transact.ts";
import { type DoneInHalves, type InHalves, inHalves } from "../../in-halves.ts";

/**
 * Looks at many relationships at once, in halves where that fails (docs/rules.md#agenda-look). A lock that was waited
 * for in vain is no trouble of the database but the matter of whose rows they are: they alone are left for later, and
 * where even that cannot be written down, for the next look.
 *
 * @throws what the database fails by: then nobody is at fault, and all is tried again.
 */
export async function lookInHalves(
  ids: readonly string[],
  { together, alone }: InHalves,
): Promise<DoneInHalves> {
  const unlessHeld = async (id: string, error: unknown) => {
    try {
      await alone(id, error);
    } catch (another) {
      if (!waitedForLock(another)) throw another;
    }
  };
  return await inHalves(ids, { together, alone: unlessHeld }, stopsLook);
}

function stopsLook(error: unknown): boolean {
  return isTrouble(error) && !waitedForLock(error);
}
