import { PROGRAM_DAY_LIMITS } from "../../../contract/agenda/program-day/vocabulary.ts";
import type { PlanContentInput } from "../../../contract/plans/content-schema.ts";
import { type NamedExercise, newExercise, withDay } from "../edit/program/program-edits.ts";
import { type DayPlace, type Program, dayAt } from "../words/program-words.ts";

/** A program with an exercise at the end of one of its days. A day of rest becomes one with its name. */
export function placeExercise(program: Program, place: DayPlace, added: AddedExercise): Program {
  const exercise = newExercise(added, added.exerciseKey);
  const day = dayAt(program.weeks, place);
  const training =
    day === null
      ? { dayNumber: place.day, title: added.name, notes: null, exercises: [exercise] }
      : { ...day, exercises: [...day.exercises, exercise] };
  return { ...program, weeks: withDay(program.weeks, place, training) };
}

/** A new program of one day with one exercise. */
export function programWith(title: string, { exerciseKey, ...added }: AddedExercise) {
  const exercise = { exerciseKey, ...added, sets: [{ repetitions: 8 }] };
  const day = { dayNumber: 1, title: added.name, exercises: [exercise] };
  return { kind: "PROGRAM", title, weeks: [{ days: [day] }] } satisfies PlanContentInput;
}

/** An exercise of the library under the key that it gets in the program. */
export interface AddedExercise extends NamedExercise {
  readonly exerciseKey: string;
}

/** Whether a day takes no further exercise. */
export const isDayFull = ({ weeks }: Pick<Program, "weeks">, place: DayPlace): boolean =>
  (dayAt(weeks, place)?.exercises.length ?? 0) >= PROGRAM_DAY_LIMITS.exercisesPerDay;

export const DAYS_OF_WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
