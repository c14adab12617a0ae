import { defineEntity, p } from "@mikro-orm/postgresql";
import type { BatchStatus } from "../../contract/sync/vocabulary.ts";

const SyncBatchSchema = defineEntity({
  name: "SyncBatch",
  properties: {
    id: p.uuid().primary(),
    deviceId: p.uuid(),
    lineageId: p.uuid(),
    relationshipId: p.uuid(),
    operationCount: p.integer(),
    acceptedCount: p.integer(),
    rejectedCount: p.integer(),
    conflictCount: p.integer(),
    deferredCount: p.integer(),
    status: p.text().$type<BatchStatus>(),
    settleAttempts: p.integer().default(0),
    /** When it is due for settlement: at once, or at the next attempt after a failure. */
    nextSettleAt: p.datetime(),
    /** Lane that settled it, and the run of its workflow; null if none did. */
    settledLane: p.integer().strictNullable(),
    settledRun: p.uuid().strictNullable(),
    /** Positions of its receipts on the device's chain, consecutive; null without receipts. */
    chainFirst: p.bigint("number").strictNullable(),
    chainLast: p.bigint("number").strictNullable(),
    failureCode: p.text().strictNullable(),
    requestId: p.text(),
    admittedAt: p.datetime(),
    settledAt: p.datetime().strictNullable(),
    receivedAt: p.datetime().strictNullable(),
    clockOffsetMs: p.bigint("number").strictNullable(),
    clockRoundTripMs: p.integer().strictNullable(),
    /** `traceparent` of its admission; null unless that was recorded. */
    traceContext: p.text().strictNullable(),
  },
  indexes: [
    { name: "sync_batch_device_id_admitted_at_idx", properties: ["deviceId", "admittedAt"] },
    { name: "sync_batch_request_id_idx", properties: "requestId" },
    {
      name: "sync_batch_refused_idx",
      properties: ["deviceId", "chainFirst"],
      where: "(rejected_count + conflict_count) > 0",
    },
  ],
  uniques: [{ name: "sync_batch_chain_unique", properties: ["deviceId", "chainFirst"] }],
});

/** A batch of operations, admitted in one transaction and settled by its relationship's lane. */
export class SyncBatch extends SyncBatchSchema.class {}

SyncBatchSchema.setClass(SyncBatch);
