import { RECHECK_DAYS, type OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";
import type { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";

/**
 * The next instant that matters to an onboarding. Null if it is purged, or if its task is closed and the relationship
 * continues. An onboarding without an instant of its own is still checked periodically, at a full hour, so that a
 * repeated check finds nothing changed.
 */
export function nextOnboardingDeadline(
  { taskStatus, nextReminderAt, retentionExpiresAt, purgedAt }: OnboardingState,
  now: Date,
): OnboardingDeadline | null {
  if (purgedAt !== null) return null;
  if (retentionExpiresAt !== null) return { at: retentionExpiresAt, reason: "RETENTION" };
  if (taskStatus === null || isClosed(taskStatus)) return null;
  if (nextReminderAt !== null) return { at: nextReminderAt, reason: "REMINDER" };
  return { at: hourAfter(now.getTime() + RECHECK_DAYS * DAY_MS), reason: "LOOK" };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The fields of an onboarding that decide when its actor wakes. */
export interface OnboardingState {
  /** Status of the onboarding's present step; null without one. */
  readonly taskStatus: OnboardingTaskStatus | null;
  readonly nextReminderAt: Date | null;
  readonly retentionExpiresAt: Date | null;
  readonly purgedAt: Date | null;
}

/** When and why an onboarding's actor wakes. */
export interface OnboardingDeadline {
  readonly at: Date;
  readonly reason: DueReasonOf<typeof onboardingActor>;
}

function hourAfter(millis: number): Date {
  return new Date(Math.ceil(millis / HOUR_MS) * HOUR_MS);
}

/** Whether nothing more can be done about a task. */
export function isClosed(status: OnboardingTaskStatus): boolean {
  return status === "COMPLETED" || status === "CANCELLED" || status === "EXPIRED";
}
