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
        "SHA-256 over a line `<number> <hash>` of each up to `seq` that is still full, oldest first.",
      ),
  })
  .meta({
    id: "PrunedReceipts",
    description: "Receipts of a device that were looked through for pruning, as far as `seq`.",
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
      "Head of a device's receipt chain: number and hash of the newest receipt, and what was pruned.",
  });
export type ReceiptChain = z.infer<typeof receiptChainSchema>;

const chainedReceiptSchema = receiptSchema
  .extend({
    chainSeq: z.int().min(1),
    expectedRevision: z.int().nullable(),
    payloadChecksum: z.string(),
  })
  .meta({ id: "ChainedReceipt", description: "A stored receipt with all that its hash covers." });
export type ChainedReceipt = z.infer<typeof chainedReceiptSchema>;

export const receiptPageSchema = pageSchema(chainedReceiptSchema)
  .extend({ chain: receiptChainSchema })
  .meta({
    id: "ReceiptPage",
    description:
      "A page of a device's receipts, newest first, with the head of the chain they are links of.",
  });
