import * as z from "zod";
import { syncRequestSchema } from "../sync/schema.ts";
import { BATCH_LIMITS } from "../sync/vocabulary.ts";
import { localDateSchema } from "../wire.ts";
import { quickLogReceiptSchema } from "./receipt-schema.ts";
import { namedActionSchema, taskStateSchema } from "./schema.ts";

export const quickLogBatchSchema = syncRequestSchema
  .omit({ clientCursor: true })
  .extend({ operations: z.array(namedActionSchema).min(1).max(BATCH_LIMITS.operations) })
  .meta({
    id: "QuickLogBatch",
    description: "Queued quick-log operations on named tasks, in order.",
  });

export const quickLogBatchAnswerSchema = z
  .strictObject({
    accepted: z
      .array(quickLogReceiptSchema)
      .describe("Including those accepted earlier, as ALREADY_ACCEPTED."),
    rejected: z
      .array(quickLogReceiptSchema)
      .describe("Including those in conflict; the category tells them apart."),
    waiting: z
      .array(quickLogReceiptSchema)
      .describe("Not final: send them again unchanged, under the same ids."),
    tasks: z
      .array(taskStateSchema)
      .describe("The named tasks with their items, in their present state."),
    refreshDates: z.array(localDateSchema).describe("Local days to read again, each once."),
  })
  .meta({
    id: "QuickLogBatchAnswer",
    description:
      "The receipts of queued quick-log operations, grouped by what the device does with them, and the tasks after them.",
  });
export type QuickLogBatchAnswer = z.output<typeof quickLogBatchAnswerSchema>;
