import { type Api, answer } from "../../api/api-client.ts";
import type { Exercise } from "../exercise-query.ts";
import type { OwnBody } from "./own-draft.ts";

/** Saves an exercise of the workspace: a new one, or changes of one at the revision that the person saw. */
export async function saveOwn(
  api: Api,
  { workspaceId, save, key }: SaveRequest,
): Promise<Exercise> {
  const header = { "Idempotency-Key": key };
  if (save.kind === "CREATE")
    return await answer(
      api.POST("/api/v1/workspaces/{workspaceId}/exercise-library/exercises", {
        params: { path: { workspaceId }, header },
        body: save.body,
      }),
    );
  const { exerciseId, revision, body } = save;
  return await answer(
    api.PATCH("/api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}", {
      params: { path: { workspaceId, exerciseId }, header },
      body: { ...body, expectedRevision: revision },
    }),
  );
}

interface SaveRequest {
  readonly workspaceId: string;
  readonly save: Save;
  /** The same for each try. */
  readonly key: string;
}

export type Save =
  | { readonly kind: "CREATE"; readonly body: OwnBody }
  | {
      readonly kind: "EDIT";
      readonly exerciseId: string;
      readonly revision: number;
      readonly body: Partial<OwnBody>;
    };

/** Archives an exercise of the workspace. Nothing brings it back. */
export async function archiveOwn(api: Api, { workspaceId, exerciseId, key }: ArchiveRequest) {
  return await answer(
    api.POST("/api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}/archive", {
      params: { path: { workspaceId, exerciseId }, header: { "Idempotency-Key": key } },
    }),
  );
}

interface ArchiveRequest {
  readonly workspaceId: string;
  readonly exerciseId: string;
  readonly key: string;
}
