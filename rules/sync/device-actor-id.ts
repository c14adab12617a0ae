const PREFIX = "device/";

/** Workflow id of a device's actor. */
export function deviceActorId(deviceId: string): string {
  return `${PREFIX}${deviceId}`;
}

/** The device of an actor's workflow id, or null for another actor's. */
export function deviceIdOf(workflowId: string): string | null {
  return workflowId.startsWith(PREFIX) ? workflowId.slice(PREFIX.length) : null;
}
