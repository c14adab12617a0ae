import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MediaRejection, MediaStatus, MediaType } from "../../contract/media/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";
import { User } from "../accounts/user.ts";

const MediaSchema = defineEntity({
  name: "Media",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    ownerUserId: () => p.manyToOne(User).mapToPk(),
    contentHash: p.text(),
    sizeBytes: p.bigint("number"),
    contentType: p.text().$type<MediaType>(),
    status: p.text().$type<MediaStatus>(),
    rejectionCode: p.text().$type<MediaRejection>().strictNullable(),
    storageKey: p.uuid().strictNullable().index(),
    /** Last needed; null once it is kept for good. */
    wantedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    { name: "media_content_unique", properties: ["relationshipId", "ownerUserId", "contentHash"] },
  ],
  indexes: [
    { name: "media_wanted_at_idx", properties: ["wantedAt"], where: "status = 'READY'" },
    {
      name: "media_unused_file_idx",
      properties: ["updatedAt"],
      where: "status <> 'READY' and storage_key is not null",
    },
    { name: "media_erasing_idx", properties: ["id"], where: "status = 'ERASING'" },
  ],
});

/** A file that a user sent or is about to send: one for each content of an owner in a relationship. */
export class Media extends MediaSchema.class {}

MediaSchema.setClass(Media);
