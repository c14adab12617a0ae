import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { stopPackages } from "../../db/workouts/packages.ts";
import type { AssignmentHook } from "../plans/assignments/assignment-hook.ts";

/**
 * If a coach replaces an assignment and forbids further use of it, its packages are revoked at once; the event brings
 * their successors.
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
