import { type Api, answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";

/**
 * Asks for the video of an exercise. The person has pressed play: each call counts against the allowance. The answer
 * has signed addresses, so it enters no cache of reads.
 */
export async function openMediaSession(
  api: Api,
  { workspaceId, exerciseId, refetchOf }: MediaPlace,
): Promise<MediaSession> {
  return await answer(
    api.POST(
      "/api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}/media-session",
      {
        params: { path: { workspaceId, exerciseId } },
        body: { surface: "WEB", ...(refetchOf !== null && { refetchOf }) },
      },
    ),
  );
}

interface MediaPlace {
  readonly workspaceId: string;
  readonly exerciseId: string;
  /** The session whose addresses failed; null for a new one. */
  readonly refetchOf: string | null;
}

export type MediaSession = components["schemas"]["MediaSession"];
export type SignedMedia = NonNullable<MediaSession["media"]>;
