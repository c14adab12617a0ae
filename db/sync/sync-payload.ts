import { defineEntity, p } from "@mikro-orm/postgresql";

const SyncPayloadSchema = defineEntity({
  name: "SyncPayload",
  properties: {
    batchId: p.uuid().primary(),
    body: p.text(),
    receivedAt: p.datetime(),
  },
});

/** The request of a batch as it came; kept 90 days, read by support only. */
export class SyncPayload extends SyncPayloadSchema.class {}

SyncPayloadSchema.setClass(SyncPayload);
