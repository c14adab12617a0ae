import { defineEntity, p } from "@mikro-orm/postgresql";
import type { UploadPurpose } from "../../contract/media/vocabulary.ts";
import { Media } from "./media.ts";

const OperationAttachmentSchema = defineEntity({
  name: "OperationAttachment",
  properties: {
    lineageId: p.uuid().primary(),
    relationshipId: p.uuid().primary(),
    clientOperationId: p.text().collation("C").primary(),
    uploadId: p.uuid().primary(),
    mediaId: () => p.manyToOne(Media).mapToPk().index(),
    purpose: p.text().$type<UploadPurpose>(),
    /** Receipt of the acceptance; null while the operation waits. */
    receiptId: p.uuid().strictNullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    {
      name: "operation_attachment_waiting_idx",
      properties: ["createdAt"],
      where: "receipt_id is null",
    },
  ],
});

/** A medium that an operation references. */
export class OperationAttachment extends OperationAttachmentSchema.class {}

OperationAttachmentSchema.setClass(OperationAttachment);
