import * as z from "zod";
import { activeProgramSchema } from "../plans/active-program-schema.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { clientOutboxShape } from "./client-outbox.ts";
import { receiptSchema, refetchHintSchema } from "./schema.ts";
import { cachedSlicesSchema, sliceStateSchema } from "./slice-schema.ts";
import { SCOPE_STATES } from "./vocabulary.ts";
import { workoutLogSchema } from "./workout-log-schema.ts";

export const syncQuerySchema = z.strictObject({
  deviceId: idSchema,
  since: z.string().max(1024).optional(),
  cursor: z.string().max(1024).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  clientSentAt: instantSchema.optional(),
  digests: cachedSlicesSchema
    .optional()
    .describe("Slices with the digest of the device's cache; those that differ are answered."),
  ...clientOutboxShape,
});

export const syncSnapshotSchema = z
  .strictObject({
    assignment: activeProgramSchema
      .nullable()
      .optional()
      .describe(
        "The program that the client follows, null if there is none; with `since`, omitted unless it changed after that cursor.",
      ),
    workoutLogs: z
      .array(workoutLogSchema)
      .describe(
        "Newest day first; with `since`, those that changed after that cursor. `nextCursor` continues them.",
      ),
    receipts: z.array(receiptSchema),
    changes: z.array(refetchHintSchema),
    slices: z
      .array(sliceStateSchema)
      .describe("With a full read all slices, otherwise the requested ones that differ, by name."),
    scopeState: z.enum(SCOPE_STATES),
    nextCursor: z.string().nullable(),
    serverCursor: z.string(),
  })
  .meta({
    id: "SyncSnapshot",
    description:
      "Answer of the read half: the state of a scope, the program followed in it, workout logs, changes and this device's newest receipts.",
  });
