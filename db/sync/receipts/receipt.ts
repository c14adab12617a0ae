import { defineEntity, p } from "@mikro-orm/postgresql";

const ReceiptSchema = defineEntity({
  name: "Receipt",
  properties: {
    opKey: p.uuid().primary(),
    receiptId: p.uuid(),
    fingerprint: p.uuid(),
    revision: p.bigint("number").strictNullable(),
    /** Numbered in `contract/sync/verdict-numbers.ts`. */
    verdict: p.smallint(),
    canonicalId: p.uuid().strictNullable(),
  },
});

/**
 * What is kept of an operation for the life of its account: enough to replay its verdict and to refuse
 * another under its id. Its answer stands with its batch for 400 days.
 */
export class Receipt extends ReceiptSchema.class {}

ReceiptSchema.setClass(Receipt);
