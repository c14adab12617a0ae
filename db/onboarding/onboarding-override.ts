import { defineEntity, p } from "@mikro-orm/postgresql";
import type { OnboardingPrincipal, OverrideType } from "../../contract/onboarding/vocabulary.ts";
import { OnboardingInstance } from "./onboarding-instance.ts";
import { OnboardingTask } from "./onboarding-task.ts";

const OnboardingOverrideSchema = defineEntity({
  name: "OnboardingOverride",
  properties: {
    id: p.uuid().primary(),
    instanceId: () => p.manyToOne(OnboardingInstance).mapToPk(),
    taskId: () => p.manyToOne(OnboardingTask).mapToPk(),
    type: p.text().$type<OverrideType>(),
    actorKind: p.text().$type<Extract<OnboardingPrincipal, "COACH" | "SUPPORT">>(),
    actorUserId: p.uuid().strictNullable(),
    reason: p.text().strictNullable(),
    replacedFormAssignmentId: p.uuid().strictNullable(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: "onboarding_override_instance_id_id_idx", properties: ["instanceId", "id"] }],
});

/** A change of a task by a coach or support outside its workflow, and why; append-only. */
export class OnboardingOverride extends OnboardingOverrideSchema.class {}
OnboardingOverrideSchema.setClass(OnboardingOverride);
