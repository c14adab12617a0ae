import { defineEntity, p } from "@mikro-orm/postgresql";
import type { DeviceRevocation, DeviceStatus, Platform } from "../../contract/sync/vocabulary.ts";
import { User } from "../accounts/user.ts";
import { DeviceLineage } from "./device-lineage.ts";

const DeviceSchema = defineEntity({
  name: "Device",
  properties: {
    id: p.uuid().primary(),
    lineageId: () => p.manyToOne(DeviceLineage).mapToPk(),
    userId: () => p.manyToOne(User).mapToPk().index(),
    appSessionId: p.uuid().strictNullable(),
    status: p.text().$type<DeviceStatus>(),
    replacesDeviceId: p.uuid().strictNullable(),
    appVersion: p.text(),
    buildNumber: p.integer(),
    platform: p.text().$type<Platform>(),
    osVersion: p.text(),
    model: p.text().strictNullable(),
    pushTokenId: p.uuid().strictNullable(),
    chainSeq: p.bigint("number").defaultRaw("0"),
    chainHash: p.text(),
    prunedSeq: p.bigint("number").defaultRaw("0"),
    prunedHash: p.text().strictNullable(),
    keptDigest: p.text().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    revocation: p.text().$type<DeviceRevocation>().strictNullable(),
  },
  uniques: [
    {
      name: "device_lineage_active_unique",
      properties: "lineageId",
      where: "status = 'ACTIVE'",
    },
  ],
});

/** A registered app installation (docs/rooms/sync.md#devices) and the head of its receipt chain. */
export class Device extends DeviceSchema.class {}

DeviceSchema.setClass(Device);
