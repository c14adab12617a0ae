import { SYNC_HEALTH_LIMITS } from "../../../contract/workouts/sync-health-vocabulary.ts";
import type { DeviceHealth } from "./sync-query.ts";

/** Whether a phone is in step: entries wait or were refused, it was not heard of for a day, or all is sent. */
export function deviceState({ lastSyncAt, outbox }: DeviceHealth, now: Date): DeviceState {
  if (lastSyncAt === null) return "NEVER";
  const waiting = (outbox?.depth ?? 0) + (outbox?.rejected ?? 0) + (outbox?.conflicted ?? 0);
  if (waiting > 0) return "BEHIND";
  const silentMs = now.getTime() - Date.parse(lastSyncAt);
  return silentMs > SYNC_HEALTH_LIMITS.quietHours * HOUR_MS ? "QUIET" : "CURRENT";
}

export type DeviceState = "NEVER" | "BEHIND" | "QUIET" | "CURRENT";

const HOUR_MS = 60 * 60 * 1000;

/** The error of a phone's clock in milliseconds, if it is worth a word; null otherwise. */
export function clockError({ clock }: DeviceHealth): number | null {
  if (clock === null) return null;
  const limitMs = SYNC_HEALTH_LIMITS.clockMinutes * 60_000;
  return Math.abs(clock.offsetMs) < limitMs ? null : clock.offsetMs;
}
