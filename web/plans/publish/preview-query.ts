import { WITHOUT_EVAL } from "../../kit/zod-without-eval.ts";
import { queryOptions } from "@tanstack/react-query";
import {
  type PublishPreview,
  publishPreviewSchema,
} from "../../../contract/plans/publication-schema.ts";
import { type Api, answer } from "../../api/api-client.ts";
import { type PlanPlace, plansKey } from "../plans-query.ts";

/** Changes if the draft were published now, and the clients affected. Nothing is stored. */
export function previewQuery(
  api: Api,
  { workspaceId, planId, draftRevision }: PlanPlace & { readonly draftRevision: number },
) {
  return queryOptions({
    queryKey: [...plansKey(workspaceId), "preview", planId, draftRevision],
    queryFn: async (): Promise<PublishPreview> =>
      publishPreviewSchema.parse(
        await answer(
          api.POST("/api/v1/workspaces/{workspaceId}/plans/{planId}/publish-preview", {
            params: { path: { workspaceId, planId } },
          }),
        ),
        WITHOUT_EVAL,
      ),
  });
}
