import type { Workouts } from "../../../../device/workouts/types.ts";
import type {
  TrainableWorkout,
  WorkoutDraft,
  WorkoutList,
} from "../../../../device/workouts/view-types.ts";
import { type GuidePlace, placeIn } from "../../../../phone/workout/guide.ts";
import { en } from "../../../../phone/workout/texts-en.ts";
import { onlyScope } from "../only-scope.ts";
import type { TerminalPhone } from "../terminal-phone.ts";

/** Reads the workouts as the phone has them, in the order of their numbers. */
export async function readShownWorkouts({ device }: TerminalPhone): Promise<ShownWorkouts> {
  const workouts = await (await onlyScope(device)).part("workouts");
  return { workouts, list: await workouts.list() };
}

/** The workout of a number such as `1`, or `1.2.3`. Throws if there is none. */
export function workoutAt({ list }: Pick<ShownWorkouts, "list">, place = ""): TrainableWorkout {
  const workout = list.workouts[Number.parseInt(place, 10) - 1];
  if (workout !== undefined) return workout;
  if (list.workouts.length === 0) throw new Error(`${en.noWorkouts}. ${en.noWorkoutsWhy}`);
  throw new Error(`Name a workout by its number, from 1 to ${list.workouts.length}.`);
}

/** The draft of a workout. Throws what to do if it was not started. */
export async function draftAt(
  { workouts, list }: ShownWorkouts,
  place: string | undefined,
): Promise<WorkoutDraft> {
  const { draft } = workoutAt({ list }, place);
  const found = draft === null ? null : await workouts.draft({ draftId: draft.draftId });
  if (found === null) throw new Error("This workout is not started. Use: start <workout>");
  return found;
}

/** The set of a place such as `1.2.3`, or the next one. Throws if there is none. */
export function setAt(draft: WorkoutDraft, place = ""): GuidePlace {
  const [, inWorkout, inExercise] = place.split(".").map((one) => Number.parseInt(one, 10) - 1);
  if (inWorkout === undefined) {
    const next = placeIn(draft);
    if (next === null) throw new Error(`${en.allEntered}. ${en.allEnteredWhy}`);
    return next;
  }
  const exercise = draft.exercises[inWorkout];
  const set = exercise?.sets[inExercise ?? 0];
  if (exercise === undefined || set === undefined)
    throw new Error("Name a set by its numbers: log <workout>.<exercise>.<set>");
  return { exercise, set };
}

/** The workouts of a phone. */
export interface ShownWorkouts {
  readonly workouts: Workouts;
  readonly list: WorkoutList;
}
