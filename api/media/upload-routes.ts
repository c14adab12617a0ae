import { inspectUpload } from "../../activities/media/finish-upload.ts";
import { openUpload } from "../../activities/media/open-upload.ts";
import {
  uploadParamsSchema,
  uploadRequestSchema,
  uploadSchema,
} from "../../contract/media/schema.ts";
import { getOwnUpload } from "../../db/media/queries.ts";
import { act, unmanaged, type Endpoint } from "../endpoint.ts";
import { ownerOf } from "./owner-of.ts";
import { presentUpload } from "./present.ts";

/** Routes before and after a device sends a file (docs/rooms/media.md#uploads). */
export const uploadEndpoints: readonly Endpoint[] = [
  act({
    method: "POST",
    path: "/api/v1/client/uploads",
    name: "announceUpload",
    summary: "Announce a file; the same content is always the same media record",
    source: "docs/rooms/media.md#uploads",
    access: "device-owner",
    body: uploadRequestSchema,
    answer: uploadSchema,
    refusals: ["NOT_FOUND", "RELATIONSHIP_INACTIVE", "STATE_CONFLICT", "RATE_LIMITED"],
    idempotency: "none",
    async handle({ tx, body, granted, deps }) {
      const owner = ownerOf(granted.caller);
      const { limits } = deps.media;
      const uploadId = await openUpload(tx, { ...owner, announced: body, limits });
      return presentUpload(await getOwnUpload(tx, uploadId, owner), deps.publicUrl);
    },
  }),
  unmanaged({
    method: "GET",
    path: "/api/v1/client/uploads/{uploadId}",
    name: "readUpload",
    summary: "State and progress of an upload",
    source: "docs/rooms/media.md#uploads",
    access: "device-owner",
    params: uploadParamsSchema,
    answer: uploadSchema,
    refusals: ["NOT_FOUND"],
    async handle({ params, granted, request, deps }) {
      const { em } = deps.database;
      const { requestId } = request;
      const owner = ownerOf(granted.caller);
      const upload = await getOwnUpload(em.fork(), params.uploadId, owner);
      const { files } = deps.media;
      const seen = await inspectUpload({ em, files }, { upload, requestId });
      if (seen.status !== upload.status)
        return presentUpload(await getOwnUpload(em.fork(), params.uploadId, owner), deps.publicUrl);
      return presentUpload({ ...upload, ...seen }, deps.publicUrl);
    },
  }),
];
