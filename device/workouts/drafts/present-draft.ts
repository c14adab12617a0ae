import { exerciseFinder, judgeSets } from "../../../rules/workouts/judge-sets.ts";
import type { StoredPackage } from "../packages/verify-package.ts";
import type {
  DraftExercise,
  DraftRefusal,
  DraftSet,
  DraftSummary,
  WorkoutDraft,
} from "../view-types.ts";
import type { DraftState } from "./draft-state.ts";
import { exerciseKeysOf, submitSession } from "./intents.ts";
import { type ExactSet, loggedSetsIn } from "./logged-sets-in.ts";
import { predictAct, type PredictionFacts } from "./predict-act.ts";
import type { WorkoutBody } from "./workout-drafts.ts";

/** A draft as a screen shows it: the prescription beside what was typed. */
export function presentDraft(
  state: DraftState,
  { facts, refusal }: { readonly facts: PredictionFacts; readonly refusal: DraftRefusal | null },
): WorkoutDraft {
  const { draft, conflict } = state;
  const { body, origin: pack } = draft;
  const { workoutTask, workoutSnapshot, packageId, timezone } = pack;
  const keys = exerciseKeysOf(pack);
  return {
    ...presentSummary(state),
    packageId,
    timezone,
    dayTitle: workoutSnapshot.day.title,
    instructions: workoutTask.instructions,
    dayNotes: workoutSnapshot.day.notes,
    startedAt: body.startedAt,
    finishedAt: body.finishedAt,
    note: body.content.note,
    exercises: workoutSnapshot.day.exercises.map((asked) => presentExercise(pack, body, asked)),
    otherSets: loggedSetsIn(body.content.sets.filter(({ exerciseKey }) => !keys.has(exerciseKey))),
    guide: { position: body.guide.position, comeBack: body.guide.comeBack },
    guideRevision: body.guide.revision,
    refusal,
    conflict,
    submitFault: submitFault(state, facts),
  };
}

/** A draft in a list. */
export function presentSummary({ draft, status }: DraftState): DraftSummary {
  const { origin, body } = draft;
  return {
    draftId: draft.id,
    taskId: origin.taskId,
    localDate: origin.localDate,
    title: origin.workoutTask.title,
    status,
    revision: draft.revision,
    setsDone: body.content.sets.filter(({ completed }) => completed).length,
    savedAt: draft.updatedAt,
  };
}

/** Key of a prescribed set. A long exercise key is cut, and the place of the exercise keeps it unique. */
function setKeyOf({ workoutSnapshot }: StoredPackage, exerciseKey: string, place: number): string {
  const suffix = `-${place + 1}`;
  if (exerciseKey.length + suffix.length <= KEY_LENGTH) return `${exerciseKey}${suffix}`;
  const at = workoutSnapshot.day.exercises.findIndex((one) => one.exerciseKey === exerciseKey);
  return `${exerciseKey.slice(0, KEY_LENGTH - 10)}-x${at}${suffix}`;
}

/** Maximum length of a key. */
const KEY_LENGTH = 64;

/** A bulk tick is confirmed at the submit, so it is no fault yet. */
function submitFault(state: DraftState, facts: PredictionFacts): WorkoutDraft["submitFault"] {
  if (state.status !== "LOCAL_IN_PROGRESS") return null;
  const { draft } = state;
  const moment = { draft, revision: draft.revision + 1, at: facts.now.toISOString() };
  const { intent } = submitSession(moment, { confirmed: true });
  const prediction = predictAct(intent, facts);
  if (prediction.kind !== "REFUSED") return null;
  return { code: prediction.code, pointer: prediction.pointer };
}

type AskedExercise = StoredPackage["workoutSnapshot"]["day"]["exercises"][number];

function presentExercise(
  pack: StoredPackage,
  { content }: WorkoutBody,
  asked: AskedExercise,
): DraftExercise {
  const { exerciseKey, exerciseId, name, notes, restSeconds, skipPolicy, modality } = asked;
  const typed = content.exercises.find((one) => one.exerciseKey === exerciseKey);
  const alternativeKey = typed?.alternativeKey ?? null;
  const chosen = asked.alternatives.find((one) => one.alternativeKey === alternativeKey);
  const shownId = chosen === undefined ? exerciseId : chosen.exerciseId;
  const inputs = pack.inputSchema.find((one) => one.exerciseKey === exerciseKey);
  const hint = pack.previousSessionHints.find((one) => one.exerciseKey === exerciseKey);
  const thumbnail = pack.thumbnails?.find((one) => one.exerciseId === shownId);
  return {
    exerciseKey,
    exerciseId: shownId,
    name: chosen?.name ?? name,
    notes,
    restSeconds,
    skipPolicy,
    modality,
    inputs: (inputs?.inputs ?? []).map(({ units, ...input }) => ({
      ...input,
      ...(units !== undefined && { units }),
    })),
    alternatives: asked.alternatives,
    hint: hint ?? null,
    thumbnail: thumbnail ?? null,
    alternativeKey,
    note: typed?.note ?? null,
    order: typed?.order ?? null,
    skip: typed?.skip ?? null,
    sets: setsOf(pack, content.sets, asked),
  };
}

function setsOf(
  pack: StoredPackage,
  typed: WorkoutBody["content"]["sets"],
  { exerciseKey, sets }: AskedExercise,
): readonly DraftSet[] {
  const find = exerciseFinder(pack.workoutSnapshot);
  const own = new Map(
    loggedSetsIn(typed).flatMap((set) =>
      set.exerciseKey === exerciseKey ? [[set.setKey, set] as const] : [],
    ),
  );
  const faultOf = (set: ExactSet) => {
    const fault = judgeSets(find, { sets: [set], confirmed: true });
    return fault && { ...fault, pointer: fault.pointer.slice("/sets/0".length) };
  };
  const prescribed = sets.map((target, place): DraftSet => {
    const setKey = setKeyOf(pack, exerciseKey, place);
    const set = own.get(setKey) ?? null;
    own.delete(setKey);
    return { setKey, target, typed: set, fault: set && faultOf(set) };
  });
  const added = [...own.values()].map((set): DraftSet => ({
    setKey: set.setKey,
    target: null,
    typed: set,
    fault: faultOf(set),
  }));
  return [...prescribed, ...added];
}
