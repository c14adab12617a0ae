import { defineEntity, p } from "@mikro-orm/postgresql";
import { ProviderIntegration } from "../catalogue/provider-integration.ts";

const UsageSnapshotSchema = defineEntity({
  name: "UsageSnapshot",
  properties: {
    id: p.uuid().primary(),
    providerKey: () =>
      p.manyToOne(ProviderIntegration).mapToPk().updateRule("no action").deleteRule("no action"),
    planKey: p.text(),
    uniqueUsed: p.integer(),
    uniqueLimit: p.integer().strictNullable(),
    minutesUsed: p.double(),
    minutesLimit: p.integer().strictNullable(),
    ownUniqueUsed: p.integer(),
    ownMinutesUsed: p.integer(),
    capturedAt: p.datetime(),
  },
  indexes: [
    { name: "usage_snapshot_captured_idx", properties: ["providerKey", "capturedAt"] },
    { name: "usage_snapshot_age_idx", properties: ["capturedAt"] },
  ],
});

/** A provider account's reading, and our own count; append-only. */
export class UsageSnapshot extends UsageSnapshotSchema.class {}
UsageSnapshotSchema.setClass(UsageSnapshot);
