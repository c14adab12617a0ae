import * as z from "zod";
import { idSchema, instantSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import {
  MOST_OPEN_ORDERS,
  PURGE_QUEUES,
  PURGE_SCOPES,
  PURGE_TRIGGERS,
} from "./purge-vocabulary.ts";

const purgeScopeSchema = z
  .strictObject({
    kind: z.enum(PURGE_SCOPES),
    workspaceId: idSchema.nullable(),
    relationshipId: idSchema.nullable(),
  })
  .meta({
    id: "PurgeScope",
    description: "The cache scopes to delete; both ids are null if everything is to be deleted.",
  });

/** `sha-256:<hex>` over what the device deleted, in the device's own order; kept as evidence. */
const purgeDigestSchema = z
  .string()
  .regex(/^sha-256:[0-9a-f]{64}$/, { error: "Expected sha-256:<64 lower case hex digits>" });

/** Maximum number of operations that a device may ever have. */
const operationCountSchema = z.int().min(0).max(1_000_000);

export const purgeContentSchema = z
  .strictObject({
    count: z.int().min(0).max(2_000_000_000),
    digest: purgeDigestSchema,
    lostOperations: operationCountSchema.describe(
      "Number of deleted operations that were never sent; they are lost.",
    ),
    sealedOperations: operationCountSchema.describe(
      "Operations that stay sealed on the device; 0 if the order deletes the queue.",
    ),
  })
  .meta({ id: "PurgeContent", description: "Report of a device about what it deleted." });
export type PurgeContent = z.infer<typeof purgeContentSchema>;

export const purgeOrderSchema = z
  .strictObject({
    orderId: idSchema,
    deviceId: idSchema,
    trigger: z.enum(PURGE_TRIGGERS),
    scope: purgeScopeSchema,
    queue: z
      .enum(PURGE_QUEUES)
      .describe("Treatment of unsent operations: sealed on the device, or deleted too."),
    sealedUntil: instantSchema
      .nullable()
      .describe("When a sealed queue is deleted; null if nothing is sealed."),
    handedOverTo: idSchema
      .nullable()
      .describe("The device that takes over the queue, so that only cached data are deleted."),
    queuedBefore: instantSchema
      .nullable()
      .describe(
        "When the installation's next device registered, by the server's clock. Operations queued under that device or a later one are not part of the order; null if there is none. A phone decides by the device it queued under, not by its clock.",
      ),
    orderedAt: instantSchema,
    acknowledgedAt: instantSchema.nullable(),
    count: z.int().nullable(),
    digest: z.string().nullable(),
    lostOperations: z.int().nullable(),
    sealedOperations: z.int().nullable(),
  })
  .meta({ id: "PurgeOrder", description: "A purge order, as shown to the device's owner." });
export type PurgeOrder = z.infer<typeof purgeOrderSchema>;

export const tokenedPurgeOrderSchema = purgeOrderSchema
  .extend({
    ackToken: z.string().nullable(),
    ackTokenExpiresAt: instantSchema,
  })
  .meta({
    id: "TokenedPurgeOrder",
    description:
      "The same, with the token that acknowledges it without a session; the token is null once it was acknowledged.",
  });
export type TokenedPurgeOrder = z.infer<typeof tokenedPurgeOrderSchema>;

/** Part of every answer that may be the last one a device receives. */
export const purgeOrdersShape = { purgeOrders: z.array(tokenedPurgeOrderSchema) };

/** A flag of a query. An enumeration would have an empty code, for which most languages have no name. */
const flagSchema = z
  .string()
  .regex(/^(?:true|false)?$/)
  .optional()
  .meta({
    description: "`true`, or empty, which means the same; or `false`.",
    examples: ["true"],
  });

/** Without `unacknowledged`, or with `false`, the list has all orders; a bare `unacknowledged` means true. */
export const purgeOrdersQuerySchema = pageQuerySchema.extend({
  unacknowledged: flagSchema,
});

/** Support may filter for orders that deleted unsent operations. */
export const supportPurgeOrdersQuerySchema = purgeOrdersQuerySchema.extend({
  lost: flagSchema,
});
export const purgeOrderPageSchema = pageSchema(purgeOrderSchema);

/** Path of one order of a device. */
export const purgeOrderParamsSchema = z.strictObject({ deviceId: idSchema, orderId: idSchema });

/** Secret that identifies a person without a session: 256 bits, base64url. */
export const secretTextSchema = z
  .string()
  .length(43)
  .regex(/^[A-Za-z0-9_-]+$/);

export const tokenAcknowledgementSchema = purgeContentSchema
  .extend({ ackToken: secretTextSchema })
  .meta({
    id: "TokenAcknowledgement",
    description: "Acknowledgement without a session; the token identifies the order.",
  });

export const deviceSecretSchema = z.strictObject({ deviceSecret: secretTextSchema }).meta({
  id: "DeviceSecret",
  description: "Identifies the device after its session has ended.",
});

export const openPurgeOrdersSchema = z
  .strictObject({
    items: z
      .array(purgeOrderSchema)
      .describe(
        `Open orders of the device, oldest first, at most ${MOST_OPEN_ORDERS}: acknowledge them and ask again.`,
      ),
  })
  .meta({
    id: "OpenPurgeOrders",
    description: "Purge orders that the device has not acknowledged.",
  });

export const secretAcknowledgementSchema = purgeContentSchema
  .extend({ deviceSecret: secretTextSchema })
  .meta({
    id: "SecretAcknowledgement",
    description: "Acknowledgement without a session; the secret identifies the device.",
  });

/** Path of one order, whichever device it is for. */
export const orderParamsSchema = z.strictObject({ orderId: idSchema });
