import { useQueryClient } from "@tanstack/react-query";
import { plansKey } from "../../plans/plans-query.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace } from "../client-queries.ts";

/** An act on one plan of a client. Once it is done, the pages of plans are old too. */
export function usePlanAct<Done>(
  place: ClientPlace,
  act: () => Promise<Done>,
  done: (answered: Done) => void,
) {
  const queries = useQueryClient();
  return useClientAct<void, Done>(place, act, (answered) => {
    done(answered);
    void queries.invalidateQueries({ queryKey: plansKey(place.workspaceId) });
  });
}
