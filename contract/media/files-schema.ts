import * as z from "zod";
import {
  idSchema,
  instantSchema,
  listOf,
  localDateSchema,
  pageQuerySchema,
  pageSchema,
} from "../wire.ts";
import { mediaSchema, uploadPurposeSchema } from "./schema.ts";
import { MEDIA_KINDS } from "./vocabulary.ts";

/** Query of a client's files, newest first. */
export const clientFilesQuerySchema = pageQuerySchema.extend({
  kind: listOf(MEDIA_KINDS).optional(),
});

export const clientFileSchema = z
  .strictObject({
    mediaId: idSchema,
    kind: z.enum(MEDIA_KINDS),
    purpose: uploadPurposeSchema,
    localDate: localDateSchema.describe("Of `createdAt`, in the client's present zone."),
    createdAt: instantSchema,
    ownerUserId: idSchema.describe("The person who uploaded it."),
    contentType: mediaSchema.shape.contentType,
    sizeBytes: z.int(),
    contentUrl: z.string(),
  })
  .meta({
    id: "ClientFile",
    description: "A file of a client that belongs to an accepted entry.",
  });
export type ClientFileAnswer = z.output<typeof clientFileSchema>;

export const clientFilePageSchema = pageSchema(clientFileSchema);
