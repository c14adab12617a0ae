import * as z from "zod";
import { idSchema, pageSchema } from "../../wire.ts";
import { receiptSchema } from "../schema.ts";

const prunedReceiptsSchema = z
  .strictObject({
    seq: z.int().min(1),
    hash: z.string().describe("Hash of the receipt at `seq`."),
    keptDigest: z
      .string()
      .describe(
        "SHA-256 over a line `<number> <hash>` for each full receipt up to `seq`, oldest first.",
      ),
  })
  .meta({
    id: "PrunedReceipts",
    description: "Pruning of a device's receipts, up to `seq`.",
  });

export const receiptChainSchema = z
  .strictObject({
    deviceId: idSchema.describe("The device whose chain it is."),
    seq: z.int().min(0),
    hash: z.string(),
    pruned: prunedReceiptsSchema.nullable(),
  })
  .meta({
    id: "ReceiptChain",
    description:
      "Head of a device's receipt chain: number and hash of the newest receipt, and the state of the pruning.",
  });
export type ReceiptChain = z.infer<typeof receiptChainSchema>;

const chainedReceiptSchema = receiptSchema
  .extend({
    chainSeq: z.int().min(1),
    expectedRevision: z.int().nullable(),
    payloadChecksum: z.string(),
  })
  .meta({
    id: "ChainedReceipt",
    description: "A stored receipt with everything that its hash covers.",
  });
export type ChainedReceipt = z.infer<typeof chainedReceiptSchema>;

export const receiptPageSchema = pageSchema(chainedReceiptSchema)
  .extend({ chain: receiptChainSchema })
  .meta({
    id: "ReceiptPage",
    description: "A page of a device's receipts, newest first, with the head of their chain.",
  });
