import { defineEntity, p } from "@mikro-orm/postgresql";

const DeviceSeenSchema = defineEntity({
  name: "DeviceSeen",
  properties: {
    deviceId: p.uuid().primary(),
    lastSyncAt: p.datetime(),
    outboxDepth: p.integer().strictNullable(),
    outboxOldestAt: p.datetime().strictNullable(),
    outboxRejected: p.integer().strictNullable(),
    outboxConflicted: p.integer().strictNullable(),
    outboxReportedAt: p.datetime().strictNullable(),
    outboxOldestSince: p.datetime().strictNullable(),
    stuckToldAt: p.datetime().strictNullable(),
    silentToldAt: p.datetime().strictNullable(),
    clockOffsetMs: p.bigint("number").strictNullable(),
    clockRoundTripMs: p.integer().strictNullable(),
    clockReadAt: p.datetime().strictNullable(),
  },
});

/** A device's last contact, and its last report of outbox and clock. It is only a hint: a contact may be missing. */
export class DeviceSeen extends DeviceSeenSchema.class {}

DeviceSeenSchema.setClass(DeviceSeen);
