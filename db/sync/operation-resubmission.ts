import { defineEntity, p } from "@mikro-orm/postgresql";

const OperationResubmissionSchema = defineEntity({
  name: "OperationResubmission",
  properties: {
    lineageId: p.uuid().primary(),
    relationshipId: p.uuid().primary(),
    clientOperationId: p.text().collation("C").primary(),
    resubmitOf: p.text().collation("C"),
    createdAt: p.datetime(),
  },
});

/** An operation that was not accepted, and the one it was sent in place of (`resubmitOf`). */
export class OperationResubmission extends OperationResubmissionSchema.class {}

OperationResubmissionSchema.setClass(OperationResubmission);
