import { defineEntity, p } from "@mikro-orm/postgresql";
import type { Answers } from "../../contract/forms/content-schema.ts";
import { Relationship } from "../relationships/relationship.ts";
import { User } from "../accounts/user.ts";
import { FormAssignment } from "./form-assignment.ts";
import { FormVersion } from "./form-version.ts";

const FormSubmissionSchema = defineEntity({
  name: "FormSubmission",
  properties: {
    id: p.uuid().primary(),
    assignmentId: () => p.manyToOne(FormAssignment).mapToPk().unique(),
    formVersionId: () => p.manyToOne(FormVersion).mapToPk(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    answers: p.json<Answers>(),
    submittedByUserId: () => p.manyToOne(User).mapToPk(),
    submittedAt: p.datetime(),
  },
  indexes: [
    { name: "form_submission_relationship_id_id_idx", properties: ["relationshipId", "id"] },
  ],
});

/** The submitted answers of a client; they never change. */
export class FormSubmission extends FormSubmissionSchema.class {}
FormSubmissionSchema.setClass(FormSubmission);
