import * as z from "zod";
import { idSchema, instantSchema } from "../../wire.ts";
import { PURGE_QUEUES, PURGE_SCOPES, PURGE_TRIGGERS } from "../purge-vocabulary.ts";
import { BATCH_STATUSES } from "../vocabulary.ts";

const countSchema = z.int().min(0);

/** Maximum number of refusals and of orders in a device's last diagnostics report, newest first. */
export const LAST_DIAGNOSTICS = { refusals: 50, orders: 10 } as const;

const newestBatchSchema = z
  .strictObject({
    batchId: idSchema,
    status: z.enum(BATCH_STATUSES),
    operations: countSchema,
    accepted: countSchema,
    rejected: countSchema,
    conflicted: countSchema,
    deferred: countSchema,
    failureCode: z.string().nullable().describe("Why it could not be settled at the last try."),
    admittedAt: instantSchema,
    settledAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportBatch", description: "The newest batch of a device." });

const refusedCodeSchema = z
  .strictObject({
    status: z.enum(["REJECTED", "CONFLICT"]),
    code: z.string().nullable(),
    count: countSchema.min(1),
    latestAt: instantSchema,
  })
  .meta({
    id: "SupportRefusedCode",
    description: "How often a device was refused for one reason.",
  });

const openOrderSchema = z
  .strictObject({
    orderId: idSchema,
    trigger: z.enum(PURGE_TRIGGERS),
    scope: z.enum(PURGE_SCOPES),
    queue: z.enum(PURGE_QUEUES),
    orderedAt: instantSchema,
    acknowledgedAt: instantSchema.nullable(),
    withdrawnAt: instantSchema.nullable(),
    lostOperations: countSchema.nullable(),
    sealedOperations: countSchema.nullable(),
  })
  .meta({ id: "SupportPurgeOrder", description: "A purge order of a device, in short." });

/** A device's last diagnostics report: codes, counts and instants. */
export const lastDiagnosticsShape = {
  newestBatch: newestBatchSchema.nullable(),
  refused: z
    .array(refusedCodeSchema)
    .describe(
      `The device's newest ${LAST_DIAGNOSTICS.refusals} refusals, by status and code, newest first.`,
    ),
  conflictsWaiting: countSchema.describe("Drafts of workouts that wait for the client's choice."),
  purgeOrders: z.array(openOrderSchema).describe(`The newest ${LAST_DIAGNOSTICS.orders}.`),
};
