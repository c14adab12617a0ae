import type { SnoozePreset } from "../../../contract/inbox/vocabulary.ts";
import { presetUntil } from "../../../rules/inbox/preset-until.ts";
import { clockText, instantOfClock } from "../../client/local-dates.ts";

/** Times that a coach may type for a snooze, as `<input type="datetime-local">` has them, in the coach's zone. */
export function snoozeBounds(
  now: Date,
  days: number,
  zone: string,
): { readonly min: string; readonly max: string } {
  return {
    min: clockText(zone, new Date(now.getTime() + MINUTE_MS)),
    max: clockText(zone, new Date(now.getTime() + days * DAY_MS)),
  };
}

/** The instant of a time that a coach typed; null if it is none. */
export const typedInstant = (text: string, zone: string): string | null =>
  instantOfClock(text, zone)?.toISOString() ?? null;

/**
 * When a task comes back that is snoozed now, by the rule of the server. Null for the next check-in: the date depends
 * on the client's plans, which only the server knows.
 */
export function presetEnd(preset: SnoozePreset, now: Date, coachTimezone: string): Date | null {
  return presetUntil(preset, now, { coachTimezone, nextCheckInAt: null });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
