import type * as z from "zod";
import {
  type MediaSession,
  openMediaSession,
} from "../../activities/exercises/media/open-media-session.ts";
import {
  exerciseParamsSchema,
  mediaSessionRequestSchema,
  mediaSessionSchema,
} from "../../contract/exercises/media-schema.ts";
import type { MediaStatus } from "../../contract/exercises/media-vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Endpoint, unmanaged } from "../endpoint.ts";

/**
 * Videos of exercises (docs/rooms/exercises.md#media-session). Not idempotent by key: a stored answer would contain
 * the signed URLs.
 */
export const mediaSessionEndpoints: readonly Endpoint[] = [
  unmanaged({
    method: "POST",
    path: "/api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}/media-session",
    name: "openMediaSession",
    summary: "Request the video of an exercise, within the media plan's limits",
    source: "docs/rooms/exercises.md#media-session",
    access: "workspace-participant",
    traffic: "MEDIA",
    params: exerciseParamsSchema,
    body: mediaSessionRequestSchema,
    answer: mediaSessionSchema,
    refusals: [
      "NOT_FOUND",
      "APP_ROLE_MISMATCH",
      "MEDIA_SESSION_UNDER_WAY",
      "MEDIA_REFETCH_SPENT",
      "RATE_LIMITED",
    ],
    async handle({ params, body, granted, deps }) {
      const { caller, participant } = granted;
      if (body.surface !== caller.surface) throw new Refusal("APP_ROLE_MISMATCH");
      const { workspaceId, relationshipId } = participant;
      const { exerciseId } = params;
      if (relationshipId !== null) {
        const em = deps.database.em.fork();
        const isShown = await deps.exercises.clientExercises.shows(em, {
          relationshipId,
          exerciseId,
        });
        if (!isShown) throw new Refusal("NOT_FOUND");
      }
      const session = await openMediaSession(deps.exercises.desk, {
        actorUserId: caller.userId,
        workspaceId,
        surface: caller.surface,
        exerciseId,
        refetchOf: body.refetchOf ?? null,
      });
      return present(session);
    },
  }),
];

/** Texts that may be shown to a person. */
const MESSAGES: Readonly<Record<MediaStatus, string | null>> = {
  MEDIA_READY: null,
  NO_VIDEO: "There is no video of this exercise.",
  MEDIA_LIMIT_REACHED:
    "The preview is not available on the present media plan. Details and prescription remain available.",
  PROVIDER_UNAVAILABLE:
    "The video cannot be fetched at the moment. Details and prescription remain available.",
};

function present(session: MediaSession): z.input<typeof mediaSessionSchema> {
  const { status, media, accessId, origin, retryAt } = session;
  return {
    status,
    media: media && {
      videoUrl: media.videoUrl,
      hlsUrl: media.hlsUrl,
      thumbnailUrl: media.thumbnailUrl,
      durationSeconds: media.videoSeconds,
      expiresAt: media.expiresAt.toISOString(),
    },
    accessId,
    origin,
    retryAt: retryAt?.toISOString() ?? null,
    message: MESSAGES[status],
  };
}
