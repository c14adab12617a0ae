import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  OnboardingPrincipal,
  OnboardingTaskEventType,
} from "../../contract/onboarding/vocabulary.ts";
import { OnboardingInstance } from "./onboarding-instance.ts";
import { OnboardingTask } from "./onboarding-task.ts";

const OnboardingTaskEventSchema = defineEntity({
  name: "OnboardingTaskEvent",
  properties: {
    id: p.uuid().primary(),
    instanceId: () => p.manyToOne(OnboardingInstance).mapToPk(),
    taskId: () => p.manyToOne(OnboardingTask).mapToPk(),
    type: p.text().$type<OnboardingTaskEventType>(),
    actorKind: p.text().$type<OnboardingPrincipal>(),
    actorUserId: p.uuid().strictNullable(),
    metadata: p.json<Readonly<Record<string, string | number | null>>>(),
    occurredAt: p.datetime(),
    retentionExpiresAt: p.datetime().strictNullable(),
  },
  indexes: [{ name: "onboarding_task_event_instance_id_id_idx", properties: ["instanceId", "id"] }],
});

/** The history of onboarding tasks; append-only until its retention is over. */
export class OnboardingTaskEvent extends OnboardingTaskEventSchema.class {}
OnboardingTaskEventSchema.setClass(OnboardingTaskEvent);
