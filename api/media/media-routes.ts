import { z } from "zod";
import { mediaParamsSchema, mediaSchema } from "../../contract/media/schema.ts";
import { MEDIA_TYPES } from "../../contract/media/vocabulary.ts";
import { getShownMedia } from "../../db/media/queries.ts";
import { type Endpoint, read, stream } from "../endpoint.ts";
import { ownerOf } from "./owner-of.ts";
import { presentMedia } from "./present.ts";
import { sendContent } from "./send-content.ts";

const route = {
  method: "GET",
  source: "docs/rooms/media.md#uploads",
  access: "user",
  params: mediaParamsSchema,
} as const;

const contentHeaders = z.strictObject({
  ETag: z.string(),
  "Accept-Ranges": z.literal("bytes"),
  "Cache-Control": z.string(),
  "Content-Disposition": z.string(),
  "Content-Length": z.coerce.number().int().min(1),
  "Content-Range": z.string().optional(),
});

const conditionHeaders = z.strictObject({
  Range: z.string().optional(),
  "If-Range": z.string().optional(),
  "If-None-Match": z.string().optional(),
});

/** Completed media: metadata and bytes. Uploads in progress belong to their sender. */
export const mediaEndpoints: readonly Endpoint[] = [
  read({
    ...route,
    path: "/api/v1/media/{mediaId}",
    name: "readMedia",
    summary: "Available media, for their uploader and for the coaches",
    answer: mediaSchema,
    refusals: ["NOT_FOUND", "WORKSPACE_SUSPENDED"],
    async handle({ em, params, granted, deps }) {
      const media = await getShownMedia(em, params.mediaId, ownerOf(granted.caller));
      return presentMedia(media, deps.publicUrl);
    },
  }),
  stream({
    ...route,
    path: "/api/v1/media/{mediaId}/content",
    name: "readMediaContent",
    traffic: "TRANSFER",
    summary: "The bytes of media, whole or a range of them",
    requestHeaders: conditionHeaders,
    answerHeaders: contentHeaders,
    answerContentTypes: Object.keys(MEDIA_TYPES),
    furtherAnswers: {
      206: { description: "The requested range" },
      304: { description: "The caller's copy is current", headers: ["ETag", "Cache-Control"] },
    },
    refusals: ["NOT_FOUND", "WORKSPACE_SUSPENDED", "RANGE_NOT_SATISFIABLE"],
    async handle({ req, res, params, granted, deps }) {
      const em = deps.database.em.fork();
      const media = await getShownMedia(em, params.mediaId, ownerOf(granted.caller));
      await sendContent({ req, res }, media, deps);
    },
  }),
];
