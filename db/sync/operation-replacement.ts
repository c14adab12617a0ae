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

/** An operation that was not accepted, and the one sent in its place (`resubmitOf`); of an earlier day, empty. */
export class OperationReplacement extends OperationReplacementSchema.class {}

OperationReplacementSchema.setClass(OperationReplacement);
