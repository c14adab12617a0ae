import { defineEntity, p } from "@mikro-orm/postgresql";
import { Device } from "./device.ts";

const DeviceSecretSchema = defineEntity({
  name: "DeviceSecret",
  properties: {
    deviceId: () =>
      p.manyToOne(Device).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    secretHash: p.text().unique(),
    endedAt: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "device_secret_ended_at_idx",
      properties: "endedAt",
      where: "ended_at is not null",
    },
  ],
});

/** The hash of a device's secret, and since when the device is revoked (docs/rooms/sync.md#device-secrets). */
export class DeviceSecret extends DeviceSecretSchema.class {}

DeviceSecretSchema.setClass(DeviceSecret);
