import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";

/** Workflow id of the actor that owns the future of an onboarding (docs/rules.md#actors-kinds). */
export function onboardingActorId(instanceId: string): string {
  return onboardingActor.idOf({ instanceId });
}
