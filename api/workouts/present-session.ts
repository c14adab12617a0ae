import type { CoachSessionDetail } from "../../contract/workouts/coach-schema.ts";
import type { CoachSessionRow } from "../../db/workouts/sessions/queries.ts";

/** A session next to its planned workout, exercises in the order of the program. */
export function presentSession({
  content,
  snapshot,
  results,
  ...facts
}: CoachSessionRow): CoachSessionDetail {
  const reported = new Map(content.exercises.map((one) => [one.exerciseKey, one]));
  const sets = Map.groupBy(content.sets, ({ exerciseKey }) => exerciseKey);
  const reached = new Map(results.map(({ exerciseKey, ...result }) => [exerciseKey, result]));
  const exercises = snapshot.day.exercises.map((planned) => {
    const { exerciseKey, alternatives } = planned;
    const {
      order = null,
      note = null,
      skip = null,
      alternativeKey = null,
    } = reported.get(exerciseKey) ?? {};
    const trained = alternatives.find((one) => one.alternativeKey === alternativeKey) ?? planned;
    const done = {
      exerciseId: trained.exerciseId,
      name: trained.name,
      alternativeKey,
      order,
      note,
      skip,
      sets: (sets.get(exerciseKey) ?? []).map(({ toldAt: _toldAt, ...set }) => set),
    };
    return { asked: planned, done, result: reached.get(exerciseKey) ?? null };
  });
  return { ...facts, note: content.note, exercises };
}
