import { defineEntity, p } from "@mikro-orm/postgresql";
import type { FormContent } from "../../contract/forms/content-schema.ts";
import { User } from "../accounts/user.ts";
import { FormDefinition } from "./form-definition.ts";

const FormVersionSchema = defineEntity({
  name: "FormVersion",
  properties: {
    id: p.uuid().primary(),
    formId: () => p.manyToOne(FormDefinition).mapToPk(),
    version: p.integer(),
    title: p.text(),
    content: p.json<FormContent>(),
    publishedByUserId: () => p.manyToOne(User).mapToPk().deleteRule("no action").strictNullable(),
    publishedAt: p.datetime(),
  },
  uniques: [{ name: "form_version_form_id_version_unique", properties: ["formId", "version"] }],
});

/** The content of a form when it was published; never changes. */
export class FormVersion extends FormVersionSchema.class {}
FormVersionSchema.setClass(FormVersion);
