import { defineEntity, p } from "@mikro-orm/postgresql";

const OperationReplacementSchema = defineEntity({
  name: "OperationReplacement",
  properties: {
    lineageId: p.uuid().primary(),
    relationshipId: p.uuid().primary(),
    clientOperationId: p.text().collation("C").primary(),
    replacedBy: p.text().collation("C"),
    createdAt: p.datetime().index(),
  },
});

/** A refused operation, and the one that replaced it (`resubmitOf`); empty if that was on an earlier day. */
export class OperationReplacement extends OperationReplacementSchema.class {}

OperationReplacementSchema.setClass(OperationReplacement);
