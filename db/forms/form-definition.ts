import { defineEntity, p } from "@mikro-orm/postgresql";
import type { FormContent } from "../../contract/forms/content-schema.ts";
import type { FormStatus } from "../../contract/forms/vocabulary.ts";
import { CoachWorkspace } from "../workspaces/coach-workspace.ts";
import { User } from "../accounts/user.ts";

const FormDefinitionSchema = defineEntity({
  name: "FormDefinition",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    title: p.text(),
    status: p.text().$type<FormStatus>(),
    isWorkspaceDefault: p.boolean(),
    draft: p.json<FormContent>(),
    revision: p.integer(),
    latestVersion: p.integer(),
    createdByUserId: () => p.manyToOne(User).mapToPk().deleteRule("no action").strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    archivedAt: p.datetime().strictNullable(),
  },
  indexes: [{ name: "form_definition_workspace_id_id_idx", properties: ["workspaceId", "id"] }],
  uniques: [
    {
      name: "form_definition_workspace_default_unique",
      properties: "workspaceId",
      where: "is_workspace_default",
    },
  ],
});

/** A form of a workspace and its draft; `latestVersion` is 0 until it is published. */
export class FormDefinition extends FormDefinitionSchema.class {}
FormDefinitionSchema.setClass(FormDefinition);
