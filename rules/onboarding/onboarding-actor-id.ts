const PREFIX = "onboarding/";

/** Workflow id of the actor that owns the future of an onboarding (docs/rules.md#actors-kinds). */
export function onboardingActorId(instanceId: string): string {
  return `${PREFIX}${instanceId}`;
}

/** The instance of an actor's workflow id, or null for another actor's. */
export function instanceIdOf(workflowId: string): string | null {
  return workflowId.startsWith(PREFIX) ? workflowId.slice(PREFIX.length) : null;
}
