import type { DraftExercise, DraftSet, WorkoutDraft } from "../../device/workouts/view-types.ts";

/** The place where the person is: the chosen set, or the next one without an entry; null once all are entered. */
export function placeIn(draft: WorkoutDraft): GuidePlace | null {
  const { position } = draft.guide;
  const chosen = position === null ? null : findSet(draft, position);
  return chosen ?? nextPlace(draft, null);
}

/**
 * The next set to do after a set. The rest of its exercise comes first, then later exercises, earlier ones, and at last
 * those that the person postponed.
 */
function nextPlace(
  draft: Pick<WorkoutDraft, "exercises" | "guide">,
  afterExercise: string | null,
  isDone: (set: DraftSet) => boolean = ({ typed }) => typed !== null,
): GuidePlace | null {
  const { exercises, guide } = draft;
  const start = Math.max(
    0,
    exercises.findIndex(({ exerciseKey }) => exerciseKey === afterExercise),
  );
  const around = [...exercises.slice(start), ...exercises.slice(0, start)];
  const isLater = ({ exerciseKey }: DraftExercise) => guide.comeBack.includes(exerciseKey);
  const later = guide.comeBack.flatMap((key) =>
    exercises.filter(({ exerciseKey }) => exerciseKey === key),
  );
  for (const exercise of [...around.filter((one) => !isLater(one)), ...later]) {
    const set = exercise.skip === null ? exercise.sets.find((one) => !isDone(one)) : undefined;
    if (set !== undefined) return { exercise, set };
  }
  return null;
}

/** The next place after a set that was just entered, before the device shows the entry. */
export function placeAfter(draft: WorkoutDraft, { exercise, set }: GuidePlace): GuidePlace | null {
  return nextPlace(
    draft,
    exercise.exerciseKey,
    (one) => one.typed !== null || one.setKey === set.setKey,
  );
}

/** Sets without an entry, of exercises that are not skipped. */
export function openSetCount({ exercises }: WorkoutDraft): number {
  return exercises
    .filter(({ skip }) => skip === null)
    .reduce((sum, { sets }) => sum + sets.filter(({ typed }) => typed === null).length, 0);
}

/** Sets with an entry, and all sets. */
export function progressOf({ exercises }: WorkoutDraft): {
  readonly done: number;
  readonly all: number;
} {
  const sets = exercises.flatMap((exercise) => exercise.sets);
  return { done: sets.filter(({ typed }) => typed?.completed === true).length, all: sets.length };
}

/** A set and its exercise. */
export interface GuidePlace {
  readonly exercise: DraftExercise;
  readonly set: DraftSet;
}

function findSet({ exercises }: WorkoutDraft, setKey: string): GuidePlace | null {
  for (const exercise of exercises) {
    const set = exercise.sets.find((one) => one.setKey === setKey);
    if (set !== undefined && exercise.skip === null) return { exercise, set };
  }
  return null;
}
