import { useEffect, useMemo, useRef } from "react";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import { useWatched } from "../../device/react/use-watched.ts";
import { watchedStore } from "../../device/react/watched.ts";
import type { Scope } from "../../device/types.ts";
import type { Workouts } from "../../device/workouts/types.ts";
import type { DraftSummary, WorkoutDraft, WorkoutList } from "../../device/workouts/view-types.ts";

/** The workouts of a coaching, after each change; undefined until they are read. */
export function useWorkouts(scope: Scope): OpenWorkouts | undefined {
  return useScopeRead(scope, readWorkouts).value;
}

/** A draft as the person typed it; undefined until it is read, null if this device has none. */
export function useWorkoutDraft(
  { scope, workouts }: OpenWorkouts,
  draftId: string | null,
): WorkoutDraft | null | undefined {
  const store = useMemo(
    () =>
      draftId === null
        ? null
        : watchedStore({
            read: async () => await workouts.draft({ draftId }),
            watch: (changed) => scope.watch(changed),
          }),
    [scope, workouts, draftId],
  );
  const { value } = useWatched(store);
  return draftId === null ? null : value;
}

/**
 * Follows the shown draft to the workout that has replaced its own. Its former address has nothing to show then, so
 * that it is not left in the history.
 *
 * @param shown the draft of the workout at this address, if there is one.
 */
export function useMovedDraft(
  drafts: readonly DraftSummary[],
  shown: DraftSummary | undefined,
): void {
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    if (shown !== undefined) lastShown.current = shown.draftId;
    const moved = drafts.find(
      ({ draftId, status }) => draftId === lastShown.current && status !== "DISCARDED",
    );
    if (shown === undefined && moved !== undefined) location.replace(`#workout/${moved.taskId}`);
  }, [drafts, shown]);
}

/** The part of the library, and its list. */
export interface OpenWorkouts {
  readonly scope: Scope;
  readonly workouts: Workouts;
  readonly list: WorkoutList;
}

async function readWorkouts(scope: Scope): Promise<OpenWorkouts> {
  const workouts = await scope.part("workouts");
  return { scope, workouts, list: await workouts.list() };
}
