import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import {
  MEDIA_REJECTIONS,
  MEDIA_TYPES,
  type MediaKind,
  type MediaType,
  MOST_MEDIA_BYTES,
  UPLOAD_PURPOSES,
  type UploadPurpose,
  UPLOAD_STATUSES,
} from "./vocabulary.ts";

const mediaTypes = Object.keys(MEDIA_TYPES).filter(
  (name): name is MediaType => name in MEDIA_TYPES,
);
const purposes = Object.keys(UPLOAD_PURPOSES).filter(
  (name): name is UploadPurpose => name in UPLOAD_PURPOSES,
);

/** Purpose of a file. */
export const uploadPurposeSchema = z.enum(purposes);

/** `sha-256:<hex>` over the bytes of a file. */
const contentHashSchema = z
  .string()
  .regex(/^sha-256:[0-9a-f]{64}$/, { error: "Expected sha-256:<64 lower case hex digits>" });

export const uploadRequestSchema = z
  .strictObject({
    relationshipId: idSchema,
    contentHash: contentHashSchema,
    sizeBytes: z.int().min(1).max(MOST_MEDIA_BYTES),
    contentType: z.enum(mediaTypes),
    purpose: uploadPurposeSchema,
  })
  .check(({ value, issues }) => {
    const { kinds, mostBytes }: { kinds: readonly MediaKind[]; mostBytes: number } =
      UPLOAD_PURPOSES[value.purpose];
    if (!kinds.includes(MEDIA_TYPES[value.contentType].kind)) {
      const message = `${value.purpose} does not accept ${value.contentType}`;
      issues.push({ code: "custom", path: ["contentType"], message, input: value.contentType });
    }
    if (value.sizeBytes > mostBytes) {
      const message = `${value.purpose} accepts at most ${mostBytes} bytes`;
      issues.push({ code: "custom", path: ["sizeBytes"], message, input: value.sizeBytes });
    }
  })
  .meta({ id: "UploadRequest", description: "A file that a device is about to send." });
export type UploadRequest = z.infer<typeof uploadRequestSchema>;

export const uploadSchema = z
  .strictObject({
    uploadId: idSchema,
    mediaId: idSchema,
    uploadUrl: z.string().nullable(),
    expiresAt: instantSchema.nullable(),
    status: z.enum(UPLOAD_STATUSES),
    rejectionCode: z.enum(MEDIA_REJECTIONS).nullable(),
    purpose: uploadPurposeSchema,
    contentType: z.enum(mediaTypes),
    contentHash: z.string(),
    sizeBytes: z.int(),
    receivedBytes: z.int(),
  })
  .meta({
    id: "Upload",
    description:
      "An upload as its device sees it. If `uploadUrl` is null, there is nothing to send.",
  });
export type Upload = z.infer<typeof uploadSchema>;

/** Path of routes about one upload. */
export const uploadParamsSchema = z.strictObject({ uploadId: idSchema });

export const mediaSchema = z
  .strictObject({
    mediaId: idSchema,
    relationshipId: idSchema,
    ownerUserId: idSchema.describe("The person who uploaded them."),
    contentType: z.enum(mediaTypes),
    contentHash: z.string(),
    sizeBytes: z.int(),
    createdAt: instantSchema,
    contentUrl: z.string(),
  })
  .meta({ id: "Media", description: "Available media, as shown to people who may see them." });
export type MediaAnswer = z.infer<typeof mediaSchema>;

/** Path of routes about one media record. */
export const mediaParamsSchema = z.strictObject({ mediaId: idSchema });

export const attachmentSchema = z
  .strictObject({
    uploadId: idSchema,
    purpose: uploadPurposeSchema,
  })
  .meta({
    id: "Attachment",
    description: "Media attached to an operation; not part of its fingerprint.",
  });
export type Attachment = z.infer<typeof attachmentSchema>;
