import type { DayPlace, Program, ProgramDay, ProgramExercise } from "../../words/program-words.ts";
import { dayAt } from "../../words/program-words.ts";
import { withEntry, withoutEntry } from "../list-edits.ts";

type Weeks = Program["weeks"];

/** The weeks with the training of one day replaced; null makes it a day of rest. */
export function withDay(weeks: Weeks, { week, day }: DayPlace, training: ProgramDay | null): Weeks {
  const before = weeks[week - 1];
  if (before === undefined) return weeks;
  const others = before.days.filter(({ dayNumber }) => dayNumber !== day);
  const days = training === null ? others : [...others, { ...training, dayNumber: day }];
  return withEntry(weeks, week - 1, {
    days: days.toSorted((one, other) => one.dayNumber - other.dayNumber),
  });
}

/** The weeks with a copy of one behind it. */
export function withCopiedWeek(weeks: Weeks, week: number): Weeks {
  const copied = weeks[week - 1];
  return copied === undefined ? weeks : [...weeks.slice(0, week), copied, ...weeks.slice(week)];
}

/** The weeks without one; the last one stays. */
export function withoutWeek(weeks: Weeks, week: number): Weeks {
  return weeks.length === 1 ? weeks : withoutEntry(weeks, week - 1);
}

/** Every day with the title of one gets its exercises and notes. */
export function withSameDays(weeks: Weeks, place: DayPlace): Weeks {
  const training = dayAt(weeks, place);
  if (training === null) return weeks;
  return weeks.map(({ days }) => ({
    days: days.map((day) =>
      day.title === training.title ? { ...training, dayNumber: day.dayNumber } : day,
    ),
  }));
}

/** A new exercise with one set. */
export function newExercise(found: NamedExercise, exerciseKey: string): ProgramExercise {
  return {
    exerciseKey,
    ...found,
    sets: [EMPTY_SET],
    restSeconds: null,
    notes: null,
    alternatives: [],
    skipPolicy: "ALLOWED",
    modality: "WEIGHT_REPS",
    asksRpe: false,
    asksRir: false,
  };
}

/** An exercise of the library, or only a name. */
export interface NamedExercise {
  readonly exerciseId: string | null;
  readonly name: string;
}

const EMPTY_SET = {
  repetitions: 8,
  repetitionsMost: null,
  seconds: null,
  grams: null,
  load: null,
};

/** One more set, like the last one. */
export function withOneMoreSet(exercise: ProgramExercise): ProgramExercise {
  return { ...exercise, sets: [...exercise.sets, exercise.sets.at(-1) ?? EMPTY_SET] };
}
