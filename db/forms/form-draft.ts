import { defineEntity, p } from "@mikro-orm/postgresql";
import type { Answers } from "../../contract/forms/content-schema.ts";
import { FormAssignment } from "./form-assignment.ts";

const FormDraftSchema = defineEntity({
  name: "FormDraft",
  properties: {
    assignmentId: () =>
      p
        .manyToOne(FormAssignment)
        .mapToPk()
        .primary()
        .updateRule("no action")
        .deleteRule("no action"),
    answers: p.json<Answers>(),
    lineageId: p.uuid(),
    revisionBeforeRun: p.integer(),
    savedAt: p.datetime(),
  },
});

/** The unsubmitted answers of a client; hidden from the coach until submitted. */
export class FormDraft extends FormDraftSchema.class {}
FormDraftSchema.setClass(FormDraft);
