import { queryOptions } from "@tanstack/react-query";
import type { Answers } from "../../../contract/forms/content-schema.ts";
import { type Api, answer } from "../../api/api-client.ts";
import { type FormPlace, formsKey } from "../forms-query.ts";

/**
 * The server's verdict on answers to the saved draft. The server stores nothing, and the page keeps it for a minute.
 */
export function previewQuery(api: Api, place: FormPlace, { revision, answers }: Tried) {
  return queryOptions({
    queryKey: [...formsKey(place.workspaceId), "preview", place.formId, revision, answers],
    queryFn: async () =>
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/forms/{formId}/preview", {
          params: { path: place },
          body: { answers },
        }),
      ),
    gcTime: KEPT_MS,
  });
}

const KEPT_MS = 60_000;

interface Tried {
  /** The revision of the draft that is shown. */
  readonly revision: number;
  readonly answers: Answers;
}
