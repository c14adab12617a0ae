import { useMutation, useQueryClient } from "@tanstack/react-query";
import { plansKey } from "../../plans/plans-query.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/**
 * An act on one plan of a client. After the answer the plans are read again. After a refusal too: another coach may
 * have acted first.
 */
export function usePlanAct<Done>(
  place: ClientPlace,
  act: () => Promise<Done>,
  done: (answered: Done) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: done,
    onSettled: () => {
      for (const queryKey of [
        clientKey(place),
        plansKey(place.workspaceId),
        ["clients"],
        ["inbox"],
      ])
        void queries.invalidateQueries({ queryKey });
    },
  });
}
