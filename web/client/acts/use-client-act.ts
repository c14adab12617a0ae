import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/** An act on a client. Once it is done, everything read about the client, and the lists, are read again. */
export function useClientAct<Input>(
  place: ClientPlace,
  act: (input: Input) => Promise<unknown>,
  done: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      done();
      await Promise.all(
        [clientKey(place), ["clients"], ["inbox"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
