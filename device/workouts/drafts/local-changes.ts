import { canonicalForm } from "../../../contract/canonical-form.ts";
import type { GuideDraft, InExercise, RemoveSets, WriteNote } from "../types.ts";
import type { ActMoment } from "./intents.ts";
import type { WorkoutBody } from "./workout-drafts.ts";

/** Removes sets. The submit is complete, so that the server removes what it omits. */
export function removeSets({ draft }: ActMoment, { setKeys }: RemoveSets): WorkoutBody {
  const { content } = draft.body;
  const gone = new Set(setKeys);
  const sets = content.sets.filter(({ setKey }) => !gone.has(setKey));
  if (sets.length === content.sets.length) return draft.body;
  return { ...draft.body, content: { ...content, sets } };
}

/** Takes back the skip of an exercise. */
export function resumeExercise(
  { draft, revision }: ActMoment,
  { exerciseKey }: InExercise,
): WorkoutBody {
  const { content } = draft.body;
  const isSkipped = content.exercises.some(
    (one) => one.exerciseKey === exerciseKey && one.skip !== null,
  );
  if (!isSkipped) return draft.body;
  const exercises = content.exercises.map((one) =>
    one.exerciseKey === exerciseKey
      ? { ...one, skip: null, toldAt: { ...one.toldAt, skip: revision } }
      : one,
  );
  return { ...draft.body, content: { ...content, exercises } };
}

/** Stores the note of the session. */
export function writeNote({ draft }: ActMoment, { note }: WriteNote): WorkoutBody {
  const { content } = draft.body;
  return content.note === note ? draft.body : { ...draft.body, content: { ...content, note } };
}

/** Stores where the person is; the content keeps its revision. */
export function writeGuide({ draft }: ActMoment, { position, comeBack }: GuideDraft): WorkoutBody {
  const { guide } = draft.body;
  const isSame =
    guide.position === position && canonicalForm(guide.comeBack) === canonicalForm(comeBack);
  if (isSame) return draft.body;
  return { ...draft.body, guide: { position, comeBack, revision: guide.revision + 1 } };
}
