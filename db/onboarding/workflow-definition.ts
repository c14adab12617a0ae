import { defineEntity, p } from "@mikro-orm/postgresql";
import type { DefinitionStatus, OnboardingTaskType } from "../../contract/onboarding/vocabulary.ts";

/** One task that every instance starts with. */
export interface DefinedStep {
  readonly taskKey: string;
  readonly taskType: OnboardingTaskType;
  readonly sortOrder: number;
  readonly skippable: boolean;
}

const WorkflowDefinitionSchema = defineEntity({
  name: "WorkflowDefinition",
  properties: {
    id: p.uuid().primary(),
    key: p.text(),
    version: p.integer(),
    status: p.text().$type<DefinitionStatus>(),
    steps: p.json<readonly DefinedStep[]>(),
    createdAt: p.datetime(),
    activatedAt: p.datetime().strictNullable(),
  },
  uniques: [
    { name: "workflow_definition_key_version_unique", properties: ["key", "version"] },
    {
      name: "workflow_definition_active_unique",
      properties: "key",
      where: "status = 'ACTIVE'",
    },
  ],
});

/** The definition of an onboarding: made by the system, versioned, immutable once active. */
export class WorkflowDefinition extends WorkflowDefinitionSchema.class {}
WorkflowDefinitionSchema.setClass(WorkflowDefinition);
