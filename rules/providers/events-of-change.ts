import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { ProviderConfig } from "../../contract/providers/config-schema.ts";

/** The events of a change (docs/rooms/providers.md#administration). */
export function eventsOfChange(
  before: ProviderConfig,
  after: ProviderConfig,
  changed: readonly string[],
): readonly ProviderEvent[] {
  const events: ProviderEvent[] = [];
  const turned = before.status === after.status ? null : after.status;
  if (turned === "ENABLED") events.push("AuthProviderEnabled");
  if (turned === "DISABLED") events.push("AuthProviderDisabled");
  const hasEvents = events.length > 0;
  const policy = changed.filter((name) => name !== "display" && !(hasEvents && name === "status"));
  if (policy.length > 0) events.push("AuthProviderPolicyChanged");
  return events;
}

/** Events about a changed configuration. */
type ProviderEvent = Extract<
  EventType,
  "AuthProviderEnabled" | "AuthProviderDisabled" | "AuthProviderPolicyChanged"
>;

/** Any change except to the display decides who may sign in, so it needs a reason. */
export function needsReason(changed: readonly string[]): boolean {
  return changed.some((name) => name !== "display");
}
