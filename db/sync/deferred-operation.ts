import { defineEntity, p } from "@mikro-orm/postgresql";
import type { DeferralReason, DeferralState } from "../../contract/sync/vocabulary.ts";

const DeferredOperationSchema = defineEntity({
  name: "DeferredOperation",
  properties: {
    lineageId: p.uuid().primary(),
    relationshipId: p.uuid().primary(),
    clientOperationId: p.text().collation("C").primary(),
    deviceId: p.uuid(),
    batchId: p.uuid(),
    ordinal: p.integer(),
    reason: p.text().$type<DeferralReason>(),
    state: p.text().$type<DeferralState>(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime(),
    faultClass: p.text(),
    fingerprint: p.text(),
    envelope: p.text(),
    diagnosticsRef: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    redrivenAs: p.text().collation("C").strictNullable(),
  },
  indexes: [
    {
      name: "deferred_operation_due_idx",
      properties: ["deviceId", "nextAttemptAt"],
      where: "state = 'OPEN'",
    },
    {
      name: "deferred_operation_relationship_idx",
      properties: "relationshipId",
      where: "state = 'OPEN'",
    },
    {
      name: "deferred_operation_envelope_idx",
      properties: "createdAt",
      where: "state <> 'OPEN' and envelope <> ''",
    },
    {
      name: "deferred_operation_quarantine_idx",
      properties: "diagnosticsRef",
      where: "state = 'QUARANTINED' and redriven_as is null",
    },
    {
      name: "deferred_operation_quarantined_device_idx",
      properties: "deviceId",
      where: "state = 'QUARANTINED' and redriven_as is null",
    },
    {
      name: "deferred_operation_batch_id_idx",
      properties: "batchId",
      where: "state = 'OPEN' or state = 'QUARANTINED'",
    },
  ],
});

/** A deferred operation, which the device's actor retries. */
export class DeferredOperation extends DeferredOperationSchema.class {}

DeferredOperationSchema.setClass(DeferredOperation);
