import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PublishPreview } from "../../../contract/plans/publication-schema.ts";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActKey } from "../../kit/use-act-key.ts";
import { type PlanPlace, plansKey } from "../plans-query.ts";

/**
 * Publishes the draft of a plan with the preview that the coach has seen. Whatever comes of it, plan and preview are
 * read again: a stale preview then shows the present one, and the coach decides anew.
 */
export function usePublication({ workspaceId, planId }: PlanPlace, { done, refused }: Outcomes) {
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
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
    networkMode: "always",
    onSuccess: done,
    onError: refused,
    onSettled: async () => {
      await Promise.all(
        [plansKey(workspaceId), ["client"], ["clients"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return { publish: mutate, isPending, isError, error };
}

interface Outcomes {
  readonly done: () => void;
  readonly refused: (error: unknown) => void;
}

interface SeenPublication {
  readonly preview: PublishPreview;
  readonly exceptRelationshipIds: readonly string[];
}
