import { defineEntity, p } from "@mikro-orm/postgresql";

const ReceiptSchema = defineEntity({
  name: "Receipt",
  properties: {
    opKey: p.uuid().primary(),
    receiptId: p.uuid(),
    fingerprint: p.uuid(),
    revision: p.bigint("number").strictNullable(),
    /** Numbered in `contract/sync/verdict-number.ts`. */
    verdict: p.smallint(),
    canonicalId: p.uuid().strictNullable(),
  },
});

/**
 * The part of an operation's receipt that is stored for the life of its account. It suffices to replay the verdict
 * and to refuse another operation with its id. Its batch stores the answer for 400 days.
 */
export class Receipt extends ReceiptSchema.class {}

ReceiptSchema.setClass(Receipt);
