import * as z from "zod";
import { operationResultSchema } from "../sync/schema.ts";
import { idSchema, localDateSchema } from "../wire.ts";

/** docs/rooms/quick-log.md#receipts */
export const quickLogReceiptSchema = operationResultSchema
  .extend({
    deviceId: idSchema.describe("The device that first sent the operation."),
    acceptedItemRevision: z
      .int()
      .nullable()
      .describe("The items that it changed; null if it changed none."),
    agendaRefreshDate: localDateSchema
      .nullable()
      .describe("The local day to read again; null if there is no receipt or no task."),
  })
  .meta({
    id: "QuickLogReceipt",
    description: "The verdict on a quick-log operation, with its task and items.",
  });
export type QuickLogReceipt = z.output<typeof quickLogReceiptSchema>;
