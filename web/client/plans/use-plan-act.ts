import { useQueryClient } from "@tanstack/react-query";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { plansKey } from "../../plans/plans-query.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import type { ClientPlan } from "./client-plans-query.ts";

/**
 * Sends an act on one plan of a client, under one key for each content. Once it is done, its dialog closes, the page
 * says so, and the pages of plans are read again.
 */
export function usePlanAct<Done>(asked: AskedPlan, { content, send, said }: PlanSending<Done>) {
  const { place, plan, done, close } = asked;
  const { assignmentId } = plan;
  const queries = useQueryClient();
  const keyOf = useActKey();
  return useClientAct<void, Done>(
    place,
    async () =>
      await send({
        path: { ...place, assignmentId },
        header: { "Idempotency-Key": keyOf([assignmentId, content]) },
      }),
    () => {
      close();
      done(said);
      void queries.invalidateQueries({ queryKey: plansKey(place.workspaceId) });
    },
  );
}

/** A plan of a client on which an act is asked for. */
export interface AskedPlan {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly plan: ClientPlan;
  /** Says what was done. */
  readonly done: (text: string) => void;
  readonly close: () => void;
}

interface PlanSending<Done> {
  /** The act, or its body: another content is another act. */
  readonly content: unknown;
  readonly send: (params: PlanParams) => Promise<Done>;
  /** Text once it is done. */
  readonly said: string;
}

interface PlanParams {
  readonly path: ClientPlace & { readonly assignmentId: string };
  readonly header: { readonly "Idempotency-Key": string };
}
