import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";

/** Sends an act, then reads anew what it changed, by the first names of the query keys. */
export function useAct<Input = void, Output = unknown>(
  send: (input: Input) => Promise<Output>,
  { changed, done = () => undefined }: ActOptions<Output>,
): Act<Input, Output> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answered) => {
      done(answered);
      await Promise.all(changed.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}

/** An act of the settings, with its state. */
export type Act<Input = void, Output = unknown> = UseMutationResult<Output, Error, Input>;

interface ActOptions<Output> {
  readonly changed: readonly string[];
  /** Called once the act is done. */
  readonly done?: (answered: Output) => void;
}
