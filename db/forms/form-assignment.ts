import { defineEntity, p } from "@mikro-orm/postgresql";
import type { FormAssignmentStatus, FormSource } from "../../contract/forms/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";
import { User } from "../accounts/user.ts";
import { FormVersion } from "./form-version.ts";

const FormAssignmentSchema = defineEntity({
  name: "FormAssignment",
  properties: {
    id: p.uuid().primary(),
    formVersionId: () => p.manyToOne(FormVersion).mapToPk(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    sourceType: p.text().$type<FormSource>(),
    sourceId: p.uuid(),
    status: p.text().$type<FormAssignmentStatus>(),
    revision: p.integer(),
    dueAt: p.datetime().strictNullable(),
    assignedByUserId: () => p.manyToOne(User).mapToPk().deleteRule("no action").strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    submittedAt: p.datetime().strictNullable(),
    cancelledAt: p.datetime().strictNullable(),
  },
  indexes: [
    { name: "form_assignment_relationship_id_id_idx", properties: ["relationshipId", "id"] },
  ],
  uniques: [
    {
      name: "form_assignment_source_open_unique",
      properties: ["sourceType", "sourceId"],
      where: "status <> 'CANCELLED'",
    },
  ],
});

/** A form version assigned to a client, and its purpose. */
export class FormAssignment extends FormAssignmentSchema.class {}
FormAssignmentSchema.setClass(FormAssignment);
