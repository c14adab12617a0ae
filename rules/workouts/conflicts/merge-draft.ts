import { sorted } from "../../../contract/sorted.ts";
import type {
  ExerciseSkip,
  LoggedSet,
  SubmitSession,
} from "../../../contract/workouts/session-schema.ts";
import type {
  SessionContent,
  SessionExercise,
  SessionSet,
} from "../../../contract/workouts/session-content.ts";
import { canonicalForm } from "../../../contract/canonical-form.ts";

/** The reported data of one part of an exercise. */
export type ExercisePart =
  | { readonly part: "note"; readonly note: string | null; readonly order: number | null }
  | { readonly part: "skip"; readonly skip: ExerciseSkip | null }
  | { readonly part: "alternative"; readonly alternativeKey: string | null };

/** A draft without any data. */
export const EMPTY_CONTENT: SessionContent = { note: null, exercises: [], sets: [] };

/**
 * A draft with some of its sets as reported at a revision (docs/rooms/workouts.md#drafts). For each key the highest
 * revision wins, in any order of arrival: older ones change nothing, and of equal ones the first stays.
 */
export function withSets(
  content: SessionContent,
  sets: readonly LoggedSet[],
  revision: number,
): SessionContent {
  const byKey = new Map(content.sets.map((set) => [set.setKey, set]));
  for (const set of sets)
    if ((byKey.get(set.setKey)?.toldAt ?? 0) < revision)
      byKey.set(set.setKey, { ...set, toldAt: revision });
  return { ...content, sets: sorted(byKey.values(), bySetKey) };
}

/** A draft with a part of an exercise as reported at a revision; see {@link withSets}. */
export function withExercise(
  content: SessionContent,
  exerciseKey: string,
  reported: ExercisePart,
  revision: number,
): SessionContent {
  const known = content.exercises.find((one) => one.exerciseKey === exerciseKey);
  const exercise = known ?? unreported(exerciseKey);
  if (exercise.toldAt[reported.part] >= revision) return content;
  const { part, ...values } = reported;
  const next = { ...exercise, ...values, toldAt: { ...exercise.toldAt, [part]: revision } };
  const others = content.exercises.filter((one) => one !== known);
  return { ...content, exercises: sorted([...others, next], byExerciseKey) };
}

/** A session as submitted: complete; everything else in the draft is dropped. */
export function frozenContent({
  note,
  exercises,
  sets,
  frozenRevision: revision,
}: Pick<SubmitSession, "note" | "exercises" | "sets" | "frozenRevision">): SessionContent {
  const reportedAt = { note: revision, skip: revision, alternative: revision };
  return {
    note,
    exercises: sorted(
      exercises.map((one) => ({ ...one, toldAt: reportedAt })),
      byExerciseKey,
    ),
    sets: sorted(
      sets.map((set) => ({ ...set, toldAt: revision })),
      bySetKey,
    ),
  };
}

/** A submitted session with some sets corrected. */
export function correctedContent(
  content: SessionContent,
  sets: readonly (LoggedSet | { readonly setKey: string; readonly removed: true })[],
  revision: number,
): SessionContent {
  const byKey = new Map(content.sets.map((set) => [set.setKey, set]));
  for (const set of sets)
    if ("removed" in set) byKey.delete(set.setKey);
    else byKey.set(set.setKey, { ...set, toldAt: revision });
  return { ...content, sets: sorted(byKey.values(), bySetKey) };
}

/** Whether two sessions have equal content, whenever their parts were reported. */
export function hasEqualContent(one: SessionContent, other: SessionContent): boolean {
  return canonicalForm(withoutReportTimes(one)) === canonicalForm(withoutReportTimes(other));
}

function withoutReportTimes({ note, exercises, sets }: SessionContent) {
  return {
    note,
    exercises: exercises.map(({ toldAt: _toldAt, ...exercise }) => exercise),
    sets: sets.map(({ toldAt: _toldAt, ...set }) => set),
  };
}

function unreported(exerciseKey: string): SessionExercise {
  const nothing = { order: null, note: null, skip: null, alternativeKey: null };
  return { exerciseKey, ...nothing, toldAt: { note: 0, skip: 0, alternative: 0 } };
}

const bySetKey = (one: SessionSet, other: SessionSet) => (one.setKey < other.setKey ? -1 : 1);
const byExerciseKey = (one: SessionExercise, other: SessionExercise) =>
  one.exerciseKey < other.exerciseKey ? -1 : 1;
