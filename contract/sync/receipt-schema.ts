import * as z from "zod";
import { pageSchema } from "../wire.ts";
import { receiptSchema } from "./schema.ts";

/** Receipts of a device that were looked through for pruning, as far as `seq`. */
const prunedReceiptsSchema = z.strictObject({
  seq: z.int().min(1),
  /** Hash of the receipt at `seq`. */
  hash: z.string(),
  /** SHA-256 over a line `<number> <hash>` of each up to `seq` that is still full, oldest first. */
  keptDigest: z.string(),
});

/** Head of a device's receipt chain: number and hash of the newest receipt, and what was pruned. */
export const receiptChainSchema = z.strictObject({
  seq: z.int().min(0),
  hash: z.string(),
  pruned: prunedReceiptsSchema.nullable(),
});
export type ReceiptChain = z.infer<typeof receiptChainSchema>;

/** A stored receipt with all that its hash covers. */
const chainedReceiptSchema = receiptSchema.extend({
  chainSeq: z.int().min(1),
  expectedRevision: z.int().nullable(),
  payloadChecksum: z.string(),
});
export type ChainedReceipt = z.infer<typeof chainedReceiptSchema>;

/** A page of a device's receipts, newest first, with the head of the chain they are links of. */
export const receiptPageSchema = pageSchema(chainedReceiptSchema).extend({
  chain: receiptChainSchema,
});
