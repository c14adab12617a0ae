import { useMemo } from "react";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import { useWatched } from "../../device/react/use-watched.ts";
import { watchedStore } from "../../device/react/watched.ts";
import type { Scope } from "../../device/types.ts";
import type { Workouts } from "../../device/workouts/types.ts";
import type { WorkoutDraft, WorkoutList } from "../../device/workouts/view-types.ts";

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
