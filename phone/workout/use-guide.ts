import type { Workouts } from "../../device/workouts/types.ts";
import type { DraftExercise, WorkoutDraft } from "../../device/workouts/view-types.ts";
import { fromSeenDraft } from "./from-seen-draft.ts";
import { whileWriting } from "../updates/writing.ts";

/** Moves through a workout. The position stays on this device, so a restart continues at the same set. */
export function useGuide(workouts: Workouts, draft: WorkoutDraft): Guide {
  const { draftId, guide, exercises } = draft;
  const move = (position: string | null, comeBack: readonly string[]) => {
    const madeAt = Date.now();
    // A position that cannot be stored costs nothing: the person chooses the set again.
    void whileWriting(
      async () =>
        await fromSeenDraft(
          draft,
          async ({ seenGuideRevision }) =>
            await workouts.guide({ draftId, position, comeBack, seenGuideRevision }),
          madeAt,
        ),
    ).catch(() => null);
  };
  const without = (key: string) => guide.comeBack.filter((one) => one !== key);
  const firstOpen = ({ sets }: DraftExercise) =>
    (sets.find(({ typed }) => typed === null) ?? sets[0])?.setKey ?? null;
  return {
    choose(setKey) {
      move(setKey, guide.comeBack);
      scrollTo({ top: 0 });
    },
    /** The next set follows from what is entered. */
    goOn(exerciseKey) {
      const isDone = exercises.some(
        (one) =>
          one.exerciseKey === exerciseKey &&
          one.sets.filter(({ typed }) => typed === null).length <= 1,
      );
      move(null, isDone ? without(exerciseKey) : guide.comeBack);
    },
    later: ({ exerciseKey }) => move(null, [...without(exerciseKey), exerciseKey]),
    returnTo: (exercise) => move(firstOpen(exercise), without(exercise.exerciseKey)),
  };
}

/** The moves of a person through a workout. */
export interface Guide {
  /** Shows a set in order to enter or change it. */
  readonly choose: (setKey: string) => void;
  /** Shows the next set after one of an exercise was entered. */
  readonly goOn: (exerciseKey: string) => void;
  /** Puts an exercise at the end of the queue to come back to. */
  readonly later: (exercise: DraftExercise) => void;
  readonly returnTo: (exercise: DraftExercise) => void;
}
