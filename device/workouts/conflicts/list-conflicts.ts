import type { PartContext } from "../../parts/part-context.ts";
import type { ConflictList } from "../outcome-types.ts";
import { workoutDrafts } from "../drafts/workout-drafts.ts";
import { loadConflicts } from "./conflict-rows.ts";

/** The open conflicts, read again if there is a connection. */
export async function listConflicts({ core, row, refresh }: PartContext): Promise<ConflictList> {
  const read = await refresh();
  const scope = await row();
  const [conflicts, drafts] = await Promise.all([
    loadConflicts(core, scope),
    workoutDrafts(core).list(scope),
  ]);
  const own = new Set(drafts.map(({ id }) => id));
  return {
    read: read === "LOCKED" ? "OFFLINE" : read,
    conflicts: conflicts.map((conflict) => ({
      conflict,
      isOwnDraft: own.has(conflict.localReference.clientSessionId),
    })),
  };
}
