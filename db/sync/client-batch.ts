import { defineEntity, p } from "@mikro-orm/postgresql";

/** An operation of a batch, by the device's own id. */
export interface BatchedOperation {
  readonly id: string;
  /** First half of its SHA-256, as stored in receipts. */
  readonly fingerprint: string;
}

const ClientBatchSchema = defineEntity({
  name: "ClientBatch",
  properties: {
    lineageId: p.uuid().primary(),
    relationshipId: p.uuid().primary(),
    id: p.uuid().primary(),
    deviceId: p.uuid(),
    operations: p.json<readonly BatchedOperation[]>(),
    receivedAt: p.datetime(),
    /** When it was reported as finished: every operation has a verdict. */
    toldAt: p.datetime().strictNullable(),
  },
  indexes: [
    { name: "client_batch_untold_idx", properties: "relationshipId", where: "told_at is null" },
    { name: "client_batch_received_at_idx", properties: "receivedAt" },
  ],
});

/** A batch with the name that a phone gave it. */
export class ClientBatch extends ClientBatchSchema.class {}
ClientBatchSchema.setClass(ClientBatch);
