import { defineEntity, p } from "@mikro-orm/postgresql";
import type { OnboardingPrincipal } from "../../contract/onboarding/vocabulary.ts";
import { OnboardingInstance } from "./onboarding-instance.ts";

const OnboardingAuditEventSchema = defineEntity({
  name: "OnboardingAuditEvent",
  properties: {
    id: p.uuid().primary(),
    instanceId: () => p.manyToOne(OnboardingInstance).mapToPk(),
    taskId: p.uuid().strictNullable(),
    eventType: p.text(),
    actorKind: p.text().$type<OnboardingPrincipal>(),
    actor: p.text(),
    metadata: p.json<Readonly<Record<string, string | number | null>>>(),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: "onboarding_audit_event_instance_id_id_idx", properties: ["instanceId", "id"] },
  ],
});

/** The audit log of an onboarding: who did what, and when. Append-only, without reasons and answers. */
export class OnboardingAuditEvent extends OnboardingAuditEventSchema.class {}
OnboardingAuditEventSchema.setClass(OnboardingAuditEvent);
