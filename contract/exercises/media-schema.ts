import * as z from "zod";
import { SURFACES } from "../accounts/vocabulary.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { MEDIA_LIMIT_ORIGINS, MEDIA_STATUSES } from "./media-vocabulary.ts";

/** The exercise of a workspace's library that a route names. */
export const exerciseParamsSchema = z.strictObject({
  workspaceId: idSchema,
  exerciseId: idSchema,
});

/** Request for the video of an exercise; a repeated request names the session it renews. */
export const mediaSessionRequestSchema = z
  .strictObject({
    surface: z.enum(SURFACES).describe("The app that shows it; it has to match the token."),
    refetchOf: idSchema
      .optional()
      .describe("`accessId` of a session whose addresses failed; allowed once, within 48 hours."),
  })
  .meta({ id: "MediaSessionRequest", description: "Request for the video of an exercise." });

/** The video, or the reason why there is none, in words that may be shown. */
export const mediaSessionSchema = z
  .strictObject({
    status: z.enum(MEDIA_STATUSES),
    media: z
      .strictObject({
        videoUrl: z.url(),
        hlsUrl: z.url().nullable(),
        thumbnailUrl: z.url().nullable(),
        durationSeconds: z.int().min(0).nullable(),
        expiresAt: instantSchema.describe("When the addresses expire. Do not store them."),
      })
      .nullable(),
    accessId: idSchema.nullable(),
    origin: z
      .enum(MEDIA_LIMIT_ORIGINS)
      .nullable()
      .describe("Whose limit was reached; null if none was."),
    retryAt: instantSchema.nullable().describe("When to try again, if known."),
    message: z.string().nullable(),
  })
  .meta({
    id: "MediaSession",
    description: "A video to show now, or the reason why there is none.",
  });
