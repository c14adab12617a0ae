import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PublishPreview } from "../../../contract/plans/publication-schema.ts";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { type PlanPlace, planQuery, plansKey } from "../plans-query.ts";

/**
 * Publishes the draft of a plan with the preview that the coach has seen. After each answer it reads plan and
 * preview again: a stale preview is replaced, and the coach decides anew.
 */
export function usePublication({ workspaceId, planId }: PlanPlace, { done, refused }: Outcomes) {
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const readAgain = async (predicate: (query: { readonly queryKey: QueryKey }) => boolean) => {
    await Promise.all(
      [plansKey(workspaceId), ["client"], ["clients"]].map((queryKey) =>
        queries.invalidateQueries({ queryKey, predicate }),
      ),
    );
  };
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: async ({ preview, exceptRelationshipIds }: SeenPublication) => {
      const body = {
        expectedDraftRevision: preview.draftRevision,
        previewVersion: preview.previewVersion,
        exceptRelationshipIds: [...exceptRelationshipIds],
      };
      return await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/plans/{planId}/publish", {
          params: { path: { workspaceId, planId }, header: { "Idempotency-Key": keyOf(body) } },
          body,
        }),
      );
    },
    onSuccess: async (plan) => {
      queries.setQueryData(planQuery(api, { workspaceId, planId }).queryKey, plan);
      done();
      // There is no draft any more, so its preview would be refused.
      await readAgain(({ queryKey }) => queryKey[PART_OF_KEY] !== "preview");
    },
    onError: async (refusal) => {
      refused(refusal);
      await readAgain(() => true);
    },
  });
  return { publish: mutate, isPending, isError, error };
}

/** The keys of a plan's queries are "plans", the workspace, and then what is read. */
const PART_OF_KEY = 2;

interface Outcomes {
  readonly done: () => void;
  readonly refused: (error: unknown) => void;
}

interface SeenPublication {
  readonly preview: PublishPreview;
  readonly exceptRelationshipIds: readonly string[];
}
