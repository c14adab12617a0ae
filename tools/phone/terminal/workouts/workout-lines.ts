import type {
  DraftExercise,
  TrainableWorkout,
  WorkoutDraft,
  WorkoutList,
} from "../../../../device/workouts/view-types.ts";
import { en as words } from "../../../../phone/texts/en.ts";
import { momentsOf } from "../../../../phone/texts/moments.ts";
import { progressOf } from "../../../../phone/workout/guide.ts";
import { targetWords, valuesWords } from "../../../../phone/workout/sets/set-words.ts";
import { en } from "../../../../phone/workout/texts-en.ts";

/** The workouts on this phone in lines. */
export function workoutListLines(list: WorkoutList, now: number): readonly string[] {
  if (list.workouts.length === 0) return [`${en.noWorkouts}. ${en.noWorkoutsWhy}`];
  const age = list.readAt === null ? "" : `, ${words.readAt(moments.dayAndTime(list.readAt, now))}`;
  return [
    `${en.workouts}${age}`,
    ...list.workouts.map((workout, place) => {
      const { title, dayTitle, localDate, exerciseCount, setCount, draft, startRefusal } = workout;
      const refusal = startRefusal === null ? null : en.startRefusal[startRefusal];
      const state = draft === null ? (refusal ?? en.start) : en.draftStatus[draft.status];
      const size = en.size(moments.number(exerciseCount), moments.number(setCount));
      return `${String(place + 1).padStart(2)}  ${title}, ${dayTitle}, ${moments.localDate(localDate)}: ${size}. ${state}`;
    }),
  ];
}

/** A workout before its start in lines. */
export function startLines(workout: TrainableWorkout): readonly string[] {
  const { title, dayTitle, exerciseCount, setCount, expiresAt, startRefusal } = workout;
  return [
    `${title}, ${dayTitle}`,
    en.size(moments.number(exerciseCount), moments.number(setCount)),
    en.startUntil(moments.dayAndTime(Date.parse(expiresAt), 0)),
    ...(startRefusal === null ? [] : [en.startRefusal[startRefusal]]),
  ];
}

/** A draft in lines: each set with its number, its target and its entry. */
export function draftLines(draft: WorkoutDraft): readonly string[] {
  const { done, all } = progressOf(draft);
  const { refusal, conflict } = draft;
  const conflicts: Readonly<Record<string, string>> = en.conflict;
  return [
    `${draft.title}, ${draft.dayTitle}, ${en.progress(moments.number(done), moments.number(all))}: ${en.draftStatus[draft.status]}`,
    ...(refusal === null ? [] : [`${en.refusal}: ${refusal.message ?? words.refusedWithout}`]),
    ...(conflict === null ? [] : [conflicts[conflict.kind] ?? en.conflictOther]),
    ...draft.exercises.flatMap((exercise, place) => exerciseLines(exercise, place + 1)),
  ];
}

const moments = momentsOf("en");
const spoken = { texts: en, moments };

function exerciseLines(exercise: DraftExercise, number: number): readonly string[] {
  const { name, skip, sets, inputs } = exercise;
  const names: Readonly<Record<string, string>> = en.inputs;
  const takes = inputs.map(({ key }) => `${key} (${names[key] ?? key})`);
  return [
    `${String(number).padStart(4)}  ${name}${skip === null ? "" : `: ${en.skipped}`}`,
    ...sets.map(({ target, typed }, place) => {
      const entry =
        typed === null
          ? ""
          : `: ${typed.completed ? valuesWords(typed.values, spoken) : en.notDone}`;
      return `      ${number}.${place + 1}  ${targetWords(target, spoken)}${entry}`;
    }),
    `      takes: ${takes.join(", ")}`,
  ];
}
