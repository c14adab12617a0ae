import { defineEntity, p } from "@mikro-orm/postgresql";

const SyncRequestSchema = defineEntity({
  name: "SyncRequest",
  properties: {
    batchId: p.uuid().primary(),
    /** The text, packed. */
    body: p.blob(),
    receivedAt: p.datetime(),
  },
});

/** A raw request as it arrived, written once and kept 90 days. */
export class SyncRequest extends SyncRequestSchema.class {}

SyncRequestSchema.setClass(SyncRequest);
