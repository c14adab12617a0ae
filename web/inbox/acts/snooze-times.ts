import type { SnoozePreset } from "../../../contract/inbox/vocabulary.ts";
import { presetUntil } from "../../../rules/inbox/preset-until.ts";

/** Times that a person may type for a snooze, as `<input type="datetime-local">` has them, in the reader's zone. */
export function snoozeBounds(
  now: Date,
  days: number,
): { readonly min: string; readonly max: string } {
  return {
    min: localText(new Date(now.getTime() + MINUTE_MS)),
    max: localText(new Date(now.getTime() + days * DAY_MS)),
  };
}

/** The instant of a typed time; null if it is none. */
export function typedInstant(text: string): string | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/**
 * When a task comes back that is snoozed now, by the rule of the server. Null for the next check-in: the date depends
 * on the client's plans, which only the server knows.
 */
export function presetEnd(preset: SnoozePreset, now: Date, coachTimezone: string): Date | null {
  return presetUntil(preset, now, { coachTimezone, nextCheckInAt: null });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function localText(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
