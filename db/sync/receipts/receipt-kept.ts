import { defineEntity, p } from "@mikro-orm/postgresql";
import type { FinalStatus } from "../../../contract/sync/vocabulary.ts";

const ReceiptKeptSchema = defineEntity({
  name: "ReceiptKept",
  properties: {
    deviceId: p.uuid().primary(),
    chainSeq: p.bigint("number").primary(),
    receiptId: p.uuid(),
    clientOperationId: p.text().collation("C"),
    status: p.text().$type<FinalStatus>(),
    previousHash: p.text(),
    hash: p.text(),
    /** The line from its batch's answers, JSON. */
    line: p.text(),
  },
  uniques: [{ name: "receipt_kept_receipt_id_unique", properties: ["receiptId"] }],
});

/** A receipt kept in full longer than its batch's answers, as long as there is a reason. */
export class ReceiptKept extends ReceiptKeptSchema.class {}

ReceiptKeptSchema.setClass(ReceiptKept);
