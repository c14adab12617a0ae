import * as z from "zod";
import { IMAGE_CACHE_SECONDS } from "../../contract/exercises/image-vocabulary.ts";
import { imageParamsSchema } from "../../contract/exercises/licence-schema.ts";
import { getShownImage } from "../../db/exercises/images/queries.ts";
import { type Endpoint, stream } from "../endpoint.ts";
import { matchesTag } from "../http/matches-tag.ts";

/** At most a day, and never immutable: a licence may be withdrawn. */
const CACHING = `private, max-age=${IMAGE_CACHE_SECONDS}`;
const TYPE = "image/webp";

const answerHeaders = z.strictObject({
  ETag: z.string(),
  "Cache-Control": z.string(),
  "Content-Length": z.coerce.number().int().min(1),
  "Content-Security-Policy": z.string(),
});

/** Pictures of exercises. */
export const imageEndpoints: readonly Endpoint[] = [
  stream({
    method: "GET",
    path: "/api/v1/exercise-library/images/{assetId}/{width}",
    name: "readExerciseImage",
    summary: "A picture of an exercise, 160, 320 or 640 pixels wide",
    source: "docs/rooms/exercises.md#licences",
    access: "user",
    params: imageParamsSchema,
    requestHeaders: z.strictObject({ "If-None-Match": z.string().optional() }),
    answerHeaders,
    answerContentTypes: [TYPE],
    furtherAnswers: {
      304: { description: "The caller's copy is current", headers: ["ETag", "Cache-Control"] },
    },
    refusals: ["NOT_FOUND", "IMAGE_WITHDRAWN"],
    async handle({ req, res, params, deps }) {
      const image = await getShownImage(
        deps.database.em.fork(),
        params.assetId,
        Number(params.width),
      );
      const tag = `"${image.sha256}-${params.width}"`;
      res.set({ ETag: tag, "Cache-Control": CACHING });
      if (matchesTag(req, tag)) {
        res.status(304).end();
        return;
      }
      res.set({
        "Content-Type": TYPE,
        "Content-Length": String(image.bytes.length),
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      res.end(image.bytes);
    },
  }),
];
