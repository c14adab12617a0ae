import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  MediaRejection,
  UploadPurpose,
  UploadStatus,
} from "../../contract/media/vocabulary.ts";
import { Media } from "./media.ts";

const UploadSchema = defineEntity({
  name: "Upload",
  properties: {
    id: p.uuid().primary(),
    mediaId: () => p.manyToOne(Media).mapToPk().index(),
    purpose: p.text().$type<UploadPurpose>(),
    status: p.text().$type<UploadStatus>(),
    rejectionCode: p.text().$type<MediaRejection>().strictNullable(),
    /** File of its own bytes; null if the media existed already, or after removal. */
    storageKey: p.uuid().strictNullable().index(),
    /** Last recorded; while PENDING the stored file is more accurate. */
    receivedBytes: p.bigint("number"),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    {
      name: "upload_pending_unique",
      properties: ["mediaId", "purpose"],
      where: "status = 'PENDING'",
    },
  ],
  indexes: [
    { name: "upload_expires_at_idx", properties: ["expiresAt"], where: "status = 'PENDING'" },
    {
      name: "upload_unused_file_idx",
      properties: ["updatedAt"],
      where: "status <> 'PENDING' and storage_key is not null",
    },
    {
      name: "upload_final_idx",
      properties: ["updatedAt"],
      where: "status <> 'PENDING' and storage_key is null",
    },
  ],
});

/** One attempt to send the bytes of a media record. */
export class Upload extends UploadSchema.class {}

UploadSchema.setClass(Upload);
