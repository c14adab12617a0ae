import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ClockConfidence, ClockFlag } from "../../contract/sync/clock-vocabulary.ts";
import type { FinalStatus } from "../../contract/sync/vocabulary.ts";

const SyncOperationSchema = defineEntity({
  name: "SyncOperation",
  properties: {
    receiptId: p.uuid(),
    batchId: p.uuid(),
    lineageId: p.uuid(),
    relationshipId: p.uuid(),
    deviceId: p.uuid().primary(),
    clientOperationId: p.text().collation("C"),
    ordinal: p.integer(),
    type: p.text(),
    version: p.integer(),
    expectedRevision: p.bigint("number").strictNullable(),
    payloadChecksum: p.text(),
    status: p.text().$type<FinalStatus>(),
    code: p.text().strictNullable(),
    answer: p.text(),
    acceptedRevision: p.bigint("number").strictNullable(),
    canonicalRecordId: p.uuid().strictNullable(),
    timezone: p.text().strictNullable(),
    locale: p.text().strictNullable(),
    clientRecordedAt: p.datetime(),
    correctedAt: p.datetime().strictNullable(),
    clockConfidence: p.text().$type<ClockConfidence>().strictNullable(),
    clockFlags: p.array<ClockFlag>().columnType("text[]").strictNullable(),
    decidedAt: p.datetime(),
    chainSeq: p.bigint("number").primary(),
    chainHash: p.text(),
    previousHash: p.text().strictNullable(),
  },
  uniques: [
    {
      name: "sync_operation_identity_unique",
      properties: ["lineageId", "relationshipId", "clientOperationId"],
    },
  ],
  indexes: [
    { name: "sync_operation_receipt_id_idx", properties: "receiptId", type: "brin" },
    {
      name: "sync_operation_refused_idx",
      properties: ["deviceId", "chainSeq"],
      where: "status <> 'ACCEPTED'",
    },
  ],
});

/** An operation and its receipt in one: written once, never changed. */
export class SyncOperation extends SyncOperationSchema.class {}

SyncOperationSchema.setClass(SyncOperation);
