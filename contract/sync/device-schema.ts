import * as z from "zod";
import { DEVICE_SURFACES } from "../accounts/vocabulary.ts";
import { idSchema, instantSchema, lineSchema } from "../wire.ts";
import { purgeOrdersShape } from "./purge-schema.ts";
import { receiptChainSchema } from "./receipts/receipt-schema.ts";
import { DEVICE_REVOCATIONS, DEVICE_STATUSES, PLATFORMS } from "./vocabulary.ts";

export const deviceSchema = z
  .strictObject({
    deviceId: idSchema,
    appSurface: z.enum(DEVICE_SURFACES),
    installationId: idSchema,
    appVersion: z.string(),
    buildNumber: z.int(),
    platform: z.enum(PLATFORMS),
    osVersion: z.string(),
    pushTokenId: idSchema.nullable(),
    lastSuccessfulSyncAt: instantSchema.nullable(),
    status: z.enum(DEVICE_STATUSES),
    replacesDeviceId: idSchema.nullable(),
    chain: receiptChainSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
    revokedAt: instantSchema.nullable(),
    revocation: z.enum(DEVICE_REVOCATIONS).nullable(),
  })
  .meta({
    id: "Device",
    description: "A device as its owner sees it; the push token itself never leaves the server.",
  });

/** docs/rooms/sync.md#devices */
export const deviceRegistrationSchema = z
  .strictObject({
    appSurface: z.enum(DEVICE_SURFACES),
    installationId: idSchema,
    appVersion: lineSchema(50),
    buildNumber: z.int().min(0).max(2_000_000_000),
    platform: z.enum(PLATFORMS),
    osVersion: lineSchema(50),
    model: lineSchema(50)
      .optional()
      .describe(
        "Name of the phone's model, such as Pixel 9; the person's list of sessions shows it.",
      ),
    pushToken: z.string().min(1).max(4096).optional(),
    reset: z.boolean().optional(),
  })
  .meta({
    id: "DeviceRegistration",
    description:
      "An app installation to register as a device: its platform, and where to send push messages.",
  });
export type DeviceRegistration = z.infer<typeof deviceRegistrationSchema>;

export const deviceWithOrdersSchema = deviceSchema.extend(purgeOrdersShape).meta({
  id: "DeviceWithOrders",
  description: "A device that was revoked or registered, with the purge orders of revoked devices.",
});

export const registeredDeviceSchema = deviceWithOrdersSchema
  .extend({
    deviceSecret: z
      .string()
      .nullable()
      .describe(
        "Secret by which the device reads and acknowledges its purge orders after its session has ended; keep it in secure storage. Null for a device that was registered before secrets existed: register again.",
      ),
  })
  .meta({
    id: "RegisteredDevice",
    description: "A registered device, its secret, and the purge orders of former devices.",
  });

/** Path of routes about one device. */
export const deviceParamsSchema = z.strictObject({ deviceId: idSchema });
