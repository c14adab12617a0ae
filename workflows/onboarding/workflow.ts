import {
  ApplicationFailure,
  continueAsNew,
  proxyLocalActivities,
  workflowInfo,
} from "@temporalio/workflow";
import type { OnboardingActivities } from "../../activities/onboarding/onboarding-activities.ts";
import type { OnboardingAgenda } from "../../activities/onboarding/onboarding-agenda.ts";
import { instanceIdOf } from "../../rules/onboarding/onboarding-actor-id.ts";
import { runActor, type ActorInput } from "../run-actor.ts";
import {
  CURRENT_STEP,
  ONBOARDING_STATUS,
  RELATIONSHIP_ID,
  WORKSPACE_ID,
} from "../search-attribute-keys.ts";

const onboardings = proxyLocalActivities<OnboardingActivities>({
  startToCloseTimeout: "1500ms",
  retry: { maximumAttempts: 1 },
  summary: "settle what is due for the onboarding",
});

/**
 * The actor `onboarding/{instanceId}`: completes a task whose form was submitted, reminds of one that was
 * skipped, and takes away what the end of a relationship leaves behind when its time is over
 * (docs/rules.md#actors-kinds).
 */
export async function onboardingActor(input: ActorInput = {}): Promise<void> {
  const instanceId = requireInstanceId(workflowInfo().workflowId);
  await runActor(
    {
      settle: () => onboardings.settleOnboarding({ instanceId }),
      attributes,
      details,
      continueAsNew: (next) => continueAsNew<typeof onboardingActor>(next),
    },
    input,
  );
}

function requireInstanceId(workflowId: string): string {
  const instanceId = instanceIdOf(workflowId);
  if (instanceId !== null) return instanceId;
  throw ApplicationFailure.nonRetryable("The workflow id names no onboarding", "NOT_AN_ONBOARDING");
}

function attributes({ onboarding }: OnboardingAgenda) {
  if (onboarding === null) return [];
  const { workspaceId, relationshipId, status, currentStep } = onboarding;
  return [
    { key: WORKSPACE_ID, value: workspaceId },
    { key: RELATIONSHIP_ID, value: relationshipId },
    { key: ONBOARDING_STATUS, value: status },
    { key: CURRENT_STEP, value: nameOf(currentStep) },
  ];
}

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
