import { defineEntity, p } from "@mikro-orm/postgresql";

const OperationReplacementSchema = defineEntity({
  name: "OperationReplacement",
  properties: {
    lineageId: p.uuid().primary(),
    relationshipId: p.uuid().primary(),
    clientOperationId: p.text().collation("C").primary(),
    receiptId: p.uuid(),
    createdAt: p.datetime().index(),
  },
});

/** An operation that was not accepted, and the receipt of the one accepted in its place (`resubmitOf`). */
export class OperationReplacement extends OperationReplacementSchema.class {}

OperationReplacementSchema.setClass(OperationReplacement);
