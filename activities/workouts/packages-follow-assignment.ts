import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import { stopPackages } from "../../db/workouts/packages.ts";
import type { AssignmentHook } from "../plans/assignments/assignment-hook.ts";

/**
 * Where a coach replaces an assignment and says that nothing of it may be used any more, its packages know that with
 * the answer; what is offered in their place follows by the event.
 */
export const packagesFollowAssignment: AssignmentHook = {
  async superseded(tx, { stopUse, now, ...superseded }) {
    if (!stopUse) return;
    const stopped = await stopPackages(tx, superseded, now);
    if (stopped.length === 0) return;
    const { relationshipId } = superseded;
    await recordScopeChanges(tx, [{ relationshipId, changes: { workout_package: stopped } }], now);
  },
};
