import { canonicalForm } from "../../../contract/canonical-form.ts";
import type {
  ConflictExplanation,
  RefusedDraft,
} from "../../../contract/workouts/conflict-schema.ts";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import {
  type DraftDifference,
  TARGET_PARTS,
} from "../../../contract/workouts/session-vocabulary.ts";

/**
 * How a refused draft differs from the server's state (docs/rooms/workouts.md#conflicts). It is compared with the
 * session that counts, exercise by exercise and set by set. Without one it is compared with the draft's part of the
 * present workout.
 */
export function explainConflict(
  draft: RefusedDraft,
  { counted, offered, trained }: HeldByServer,
): ConflictExplanation {
  if (counted !== null) return comparedWithCounted(draft, counted);
  const before = exercisesOf(trained);
  const now = exercisesOf(offered);
  const inBoth = [...before].flatMap(([key, exercise]) => {
    const other = now.get(key);
    return other === undefined ? [] : [[exercise, other] as const];
  });
  const exercises = compared(before, now, (one, other) => identity(one) === identity(other));
  const left = new Set(exercises.flatMap((one) => (isLeft(one) ? [one.key] : [])));
  return {
    comparedWith: offered === null ? "NOTHING" : "OFFERED_WORKOUT",
    exercises: exercises.map(({ key: exerciseKey, difference }) => ({ exerciseKey, difference })),
    sets: (draft.sets ?? []).flatMap((set) =>
      "removed" in set || !left.has(set.exerciseKey)
        ? []
        : [{ setKey: set.setKey, exerciseKey: set.exerciseKey, difference: "ONLY_IN_DRAFT" }],
    ),
    targets: inBoth.flatMap(([exercise, other]) => {
      const parts = TARGET_PARTS.filter((part) => !areAlike(exercise[part], other[part]));
      return parts.length === 0 ? [] : [{ exerciseKey: exercise.exerciseKey, parts }];
    }),
  };
}

/** The server's data that a refused draft is compared with. */
export interface HeldByServer {
  /** The content of the session that counts; null without one. */
  readonly counted: SessionContent | null;
  /** The present workout of its task; null if there is none. */
  readonly offered: WorkoutSnapshotContent | null;
  /** The workout that the draft was trained from; null if it is no longer stored. */
  readonly trained: WorkoutSnapshotContent | null;
}

type Exercise = WorkoutSnapshotContent["day"]["exercises"][number];

function comparedWithCounted(draft: RefusedDraft, counted: SessionContent): ConflictExplanation {
  const draftSets = new Map((draft.sets ?? []).map((set) => [set.setKey, set]));
  const countedSets = new Map(counted.sets.map(({ toldAt: _toldAt, ...set }) => [set.setKey, set]));
  // Only a complete session implies that omitted sets were not done.
  const isWhole = draft.exercises !== undefined;
  const sets = compared(draftSets, countedSets, areAlike).filter(
    ({ difference }) => isWhole || difference !== "ONLY_ON_SERVER",
  );
  const draftExercises = new Map((draft.exercises ?? []).map((one) => [one.exerciseKey, one]));
  const countedExercises = new Map(
    counted.exercises.map(({ toldAt: _toldAt, ...one }) => [one.exerciseKey, one]),
  );
  const exercises = isWhole ? compared(draftExercises, countedExercises, areAlike) : [];
  return {
    comparedWith: "COUNTED_SESSION",
    exercises: exercises.map(({ key: exerciseKey, difference }) => ({ exerciseKey, difference })),
    sets: sets.flatMap(({ key: setKey, difference }) => {
      const draftSet = draftSets.get(setKey);
      const countedSet = countedSets.get(setKey);
      if (draftSet === undefined || !("removed" in draftSet)) {
        const exerciseKey = draftSet?.exerciseKey ?? countedSet?.exerciseKey ?? null;
        return [{ setKey, exerciseKey, difference }];
      }
      // The draft deletes a set; there is a difference only if the server has it.
      if (countedSet === undefined) return [];
      const { exerciseKey } = countedSet;
      return [{ setKey, exerciseKey, difference: "ONLY_ON_SERVER" as const }];
    }),
    targets: [],
  };
}

interface Difference {
  readonly key: string;
  readonly difference: DraftDifference;
}

/** The differences between two sides by key, in key order. */
function compared<One, Other>(
  draft: ReadonlyMap<string, One>,
  server: ReadonlyMap<string, Other>,
  isSame: (one: One, other: Other) => boolean,
): readonly Difference[] {
  const keys = [...new Set([...draft.keys(), ...server.keys()])].toSorted();
  return keys.flatMap((key): readonly Difference[] => {
    const [one, other] = [draft.get(key), server.get(key)];
    if (one === undefined) return [{ key, difference: "ONLY_ON_SERVER" }];
    if (other === undefined) return [{ key, difference: "ONLY_IN_DRAFT" }];
    return isSame(one, other) ? [] : [{ key, difference: "CHANGED" }];
  });
}

const isLeft = ({ difference }: Difference) => difference === "ONLY_IN_DRAFT";

function exercisesOf(snapshot: WorkoutSnapshotContent | null): ReadonlyMap<string, Exercise> {
  return new Map((snapshot?.day.exercises ?? []).map((one) => [one.exerciseKey, one]));
}

const identity = ({ exerciseId, name }: Exercise) => canonicalForm([exerciseId, name]);

const areAlike = (one: unknown, other: unknown) => canonicalForm(one) === canonicalForm(other);
