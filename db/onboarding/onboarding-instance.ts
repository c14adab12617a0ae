import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  ResumedWorkflowStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { Invitation } from "../invitations/invitation.ts";
import { Relationship } from "../relationships/relationship.ts";
import { WorkflowDefinition } from "./workflow-definition.ts";

const OnboardingInstanceSchema = defineEntity({
  name: "OnboardingInstance",
  properties: {
    id: p.uuid().primary(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    definitionId: () => p.manyToOne(WorkflowDefinition).mapToPk(),
    invitationId: () => p.manyToOne(Invitation).mapToPk(),
    status: p.text().$type<WorkflowStatus>(),
    resumesAs: p.text().$type<ResumedWorkflowStatus>().strictNullable(),
    programAssignmentBlocked: p.boolean(),
    nutritionAssignmentBlocked: p.boolean(),
    currentTaskId: p.uuid().strictNullable(),
    startedAt: p.datetime(),
    finishedAt: p.datetime().strictNullable(),
    retentionExpiresAt: p.datetime().strictNullable(),
    purgedAt: p.datetime().strictNullable(),
    updatedAt: p.datetime(),
  },
  uniques: [
    {
      name: "onboarding_instance_relationship_definition_unique",
      properties: ["relationshipId", "definitionId"],
    },
  ],
});

/** One client's instance of a workflow definition, and the assignments that it blocks. */
export class OnboardingInstance extends OnboardingInstanceSchema.class {}
OnboardingInstanceSchema.setClass(OnboardingInstance);
