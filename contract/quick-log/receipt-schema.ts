import * as z from "zod";
import { operationResultSchema } from "../sync/schema.ts";
import { idSchema, localDateSchema } from "../wire.ts";

/** docs/rules.md#quick-log-receipts */
export const quickLogReceiptSchema = operationResultSchema
  .extend({
    deviceId: idSchema.describe("The device that sent the operation first."),
    acceptedItemRevision: z
      .int()
      .nullable()
      .describe("Of the items that it changed; null where it changed none."),
    agendaRefreshDate: localDateSchema
      .nullable()
      .describe("The local day to read again; null of what has no receipt, or is of no task."),
  })
  .meta({
    id: "QuickLogReceipt",
    description: "The verdict on a quick-log operation, and what it is of.",
  });
export type QuickLogReceipt = z.output<typeof quickLogReceiptSchema>;
