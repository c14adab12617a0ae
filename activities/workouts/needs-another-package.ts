import { canonicalForm } from "../../contract/canonical-form.ts";
import { workoutSnapshotSchema } from "../../contract/workouts/package-schema.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";
import type { IssuedPackage } from "../../rules/workouts/workout-session.ts";

/**
 * True if a task asks for another workout than its package contains. The task has adopted a revision of its plan that
 * is not packed yet (docs/rooms/workouts.md#packages).
 */
export function needsAnotherPackage(
  state: TaskState | undefined,
  pack: Pick<IssuedPackage, "snapshot"> | undefined,
): boolean {
  const day = state?.task.snapshot.day;
  if (day === undefined || pack === undefined) return false;
  const { snapshot } = pack;
  const planned = workoutSnapshotSchema.parse({ ...snapshot, day });
  return canonicalForm(planned) !== canonicalForm(snapshot);
}
