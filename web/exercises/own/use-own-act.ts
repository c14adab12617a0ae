import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Problem } from "../../api/problem.ts";
import { useConsole } from "../../frame/console-context.ts";
import { type Exercise, exerciseQuery, libraryKey } from "../exercise-query.ts";

/**
 * An act on an exercise of the workspace. Its answer is shown at once, and every search is read again. An act without
 * an answer may have worked: a retry with the same key returns its answer.
 */
export function useOwnAct<Wanted>({ workspaceId, act, done, refused }: OwnAct<Wanted>) {
  const { api } = useConsole();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    retry: (count, error) =>
      count < 1 && error instanceof Problem && error.isPassing && error.status !== 429,
    onSuccess: async (exercise) => {
      const { queryKey } = exerciseQuery(api, workspaceId, exercise.exerciseId);
      queries.setQueryData(queryKey, exercise);
      done(exercise);
      await queries.invalidateQueries({ queryKey: libraryKey(workspaceId) });
    },
    ...(refused && { onError: refused }),
  });
}

interface OwnAct<Wanted> {
  readonly workspaceId: string;
  readonly act: (wanted: Wanted) => Promise<Exercise>;
  readonly done: (exercise: Exercise) => void;
  readonly refused?: (error: unknown) => void;
}
