import { defineEntity, p } from "@mikro-orm/postgresql";

const ReceiptTombstoneSchema = defineEntity({
  name: "ReceiptTombstone",
  properties: {
    opKey: p.uuid().primary(),
    fingerprint: p.uuid(),
    receiptId: p.uuid(),
    canonicalId: p.uuid().strictNullable(),
    revision: p.bigint("number").strictNullable(),
    verdict: p.smallint(),
    receiptHash: p.blob(),
  },
});

/** What is left of a receipt after 400 days: enough to replay it and to refuse another under its id. */
export class ReceiptTombstone extends ReceiptTombstoneSchema.class {}

ReceiptTombstoneSchema.setClass(ReceiptTombstone);
