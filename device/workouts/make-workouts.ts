import { inOrder } from "../in-order.ts";
import type { PartContext } from "../parts/part-context.ts";
import { listConflicts } from "./conflicts/list-conflicts.ts";
import { resolveConflict } from "./conflicts/resolve-conflict.ts";
import { showDraft } from "./drafts/show-draft.ts";
import { startWorkout } from "./drafts/start-workout.ts";
import { workoutActs } from "./drafts/workout-acts.ts";
import { listWorkouts } from "./list-workouts.ts";
import type { Workouts } from "./types.ts";

/** The workouts of a scope. A start and a choice may wait for the network; entry into drafts never does. */
export function makeWorkouts(context: PartContext): Workouts {
  const oneStart = inOrder();
  const oneChoice = inOrder();
  return {
    ...workoutActs(context),
    list: async () => await listWorkouts(context),
    draft: async (entry) => await showDraft(context, entry),
    start: async (entry) => await oneStart(async () => await startWorkout(context, entry)),
    conflicts: async () => await listConflicts(context),
    resolve: async (entry) => await oneChoice(async () => await resolveConflict(context, entry)),
  };
}
