import { defineEntity, p } from "@mikro-orm/postgresql";

/** An operation of a batch, by the id that its device gave it. */
export interface BatchedOperation {
  readonly id: string;
  /** First half of its SHA-256, as a receipt holds it. */
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
    /** When it was told that all of it has its verdict. */
    toldAt: p.datetime().strictNullable(),
  },
  indexes: [
    { name: "client_batch_untold_idx", properties: "relationshipId", where: "told_at is null" },
    { name: "client_batch_received_at_idx", properties: "receivedAt" },
  ],
});

/** A batch as a phone named it. */
export class ClientBatch extends ClientBatchSchema.class {}
ClientBatchSchema.setClass(ClientBatch);
