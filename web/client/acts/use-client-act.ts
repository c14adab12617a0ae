import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Problem } from "../../api/problem.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/**
 * An act on a client. Once it is done, everything read about the client, and the lists, are read again. After a final
 * refusal the client is read again: somebody else may have acted first.
 */
export function useClientAct<Input, Done>(
  place: ClientPlace,
  act: (input: Input) => Promise<Done>,
  done: (answered: Done) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (answered) => {
      done(answered);
      await Promise.all(
        [clientKey(place), ["clients"], ["inbox"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => {
      // Without an answer the act may have happened. Its retry keeps what was read, and with it the same key.
      if (error instanceof Problem && !error.isPassing)
        void queries.invalidateQueries({ queryKey: clientKey(place) });
    },
  });
}
