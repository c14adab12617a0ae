import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";

/** Workflow id of the actor that owns the future of an onboarding (docs/rooms/actors.md#kinds). */
export function onboardingActorId(instanceId: string): string {
  return onboardingActor.idOf({ instanceId });
}
