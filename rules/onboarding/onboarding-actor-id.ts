import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";

/** Workflow id of the actor of an onboarding's deadlines (docs/rooms/actors.md#kinds). */
export function onboardingActorId(instanceId: string): string {
  return onboardingActor.idOf({ instanceId });
}
