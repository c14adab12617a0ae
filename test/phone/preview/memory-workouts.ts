import type { LoggedSet } from "../../../device/wire/sync-types.ts";
import type { ActOutcome } from "../../../device/workouts/act-outcome.ts";
import type { Workouts } from "../../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../../device/workouts/view-types.ts";
import { shownDraft, shownWorkout } from "./shown-workout.ts";

/**
 * Workouts in memory, for viewing their screens. The name chooses the draft: none, one in progress, finished, in
 * conflict.
 */
export function memoryWorkouts(
  name: string,
  { now, changed }: { readonly now: number; readonly changed: () => void },
): Workouts {
  let draft: WorkoutDraft | null = name === "" ? null : shownDraft(name, now);
  const change = (changes: Partial<WorkoutDraft>): ActOutcome => {
    if (draft !== null) draft = { ...draft, ...changes };
    changed();
    const prediction = { kind: "LIKELY" } as const;
    return { kind: "DONE", operationId: null, revision: 1, prediction };
  };
  const onExercise = (exerciseKey: string, changes: object) =>
    change({
      exercises: (draft?.exercises ?? []).map((one) =>
        one.exerciseKey === exerciseKey ? { ...one, ...changes } : one,
      ),
    });
  return {
    list: async () => ({
      workouts: [{ ...shownWorkout(now), draft }],
      drafts: draft === null ? [] : [draft],
      readAt: now - 720_000,
    }),
    draft: async () => draft,
    async start() {
      draft = shownDraft("new", now);
      changed();
      return { kind: "STARTED", draftId: draft.draftId, operationId: "start" };
    },
    recordSets: async ({ sets }) => change({ exercises: withSets(draft, sets) }),
    removeSets: async () => change({}),
    recordExercise: async () => change({}),
    skipExercise: async ({ exerciseKey, reason, note }) =>
      onExercise(exerciseKey, { skip: { reason, note } }),
    resumeExercise: async ({ exerciseKey }) => onExercise(exerciseKey, { skip: null }),
    useAlternative: async ({ exerciseKey, alternativeKey }) => {
      const found = draft?.exercises.find((one) => one.exerciseKey === exerciseKey);
      const other = found?.alternatives.find((one) => one.alternativeKey === alternativeKey);
      return onExercise(exerciseKey, { alternativeKey, name: other?.name ?? "Back squat" });
    },
    writeNote: async ({ note }) => change({ note }),
    guide: async ({ position, comeBack }) => change({ guide: { position, comeBack } }),
    submit: async () =>
      change({ status: "QUEUED_FOR_SYNC", finishedAt: new Date(now).toISOString() }),
    correct: async ({ sets }) =>
      change({
        exercises: withSets(
          draft,
          sets.flatMap((set) => ("values" in set ? [set] : [])),
        ),
      }),
    discard: async () => change({ status: "DISCARDED" }),
    conflicts: async () => ({ read: "OFFLINE", conflicts: [] }),
    resolve: async () => ({ kind: "OFFLINE" }),
  };
}

function withSets(draft: WorkoutDraft | null, typed: readonly LoggedSet[]) {
  return (draft?.exercises ?? []).map((exercise) => {
    const own = typed.filter(({ exerciseKey }) => exerciseKey === exercise.exerciseKey);
    const added = own.filter(({ setKey }) => exercise.sets.every((set) => set.setKey !== setKey));
    return {
      ...exercise,
      sets: [
        ...exercise.sets.map((set) => ({
          ...set,
          typed: own.find(({ setKey }) => setKey === set.setKey) ?? set.typed,
        })),
        ...added.map((set) => ({ setKey: set.setKey, target: null, typed: set, fault: null })),
      ],
    };
  });
}
