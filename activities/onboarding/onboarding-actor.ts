import { onboardingActor as definition } from "../../contract/onboarding/onboarding-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import type { OnboardingAgenda } from "./onboarding-agenda.ts";
import { settleOnboarding } from "./settle-onboarding.ts";

/**
 * The actor of an onboarding: completes a task whose form was submitted, and reminds of one that was skipped or never
 * opened. After the end of a relationship it purges the data when the retention is over (docs/rooms/actors.md#kinds).
 */
export const onboardingActor = registerActor(definition, {
  settle: ({ em }: SettlingDeps, { instanceId }) => settleOnboarding(em, { instanceId }),
  attributes: ({ onboarding }) => ({
    WorkspaceId: onboarding?.workspaceId ?? null,
    RelationshipId: onboarding?.relationshipId ?? null,
    OnboardingStatus: onboarding?.status ?? null,
    CurrentStep: nameOf(onboarding?.currentStep ?? null),
  }),
  details,
});

function details({ onboarding }: OnboardingAgenda): readonly string[] {
  if (onboarding === null) return ["There is no such onboarding."];
  const { status, currentStep, nextReminderAt, retentionExpiresAt, lastEvent } = onboarding;
  const event = lastEvent === null ? "none is kept" : `${lastEvent.type} at ${lastEvent.at}`;
  return [
    `Onboarding is **${status}**, its step **${nameOf(currentStep) ?? "NONE"}**.`,
    `Next reminder: ${nextReminderAt ?? "none"}. Kept until: ${retentionExpiresAt ?? "no end is set"}.`,
    `Last event: ${event}.`,
  ];
}

function nameOf(step: NonNullable<OnboardingAgenda["onboarding"]>["currentStep"]): string | null {
  return step === null ? null : `${step.taskKey} ${step.status}`;
}
