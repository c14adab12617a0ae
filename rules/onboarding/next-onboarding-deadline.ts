import { RECHECK_DAYS, type OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";
import type { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What of an onboarding decides when its actor looks again. */
export interface OnboardingState {
  /** Of the step the onboarding stands at; null without one. */
  readonly taskStatus: OnboardingTaskStatus | null;
  readonly nextReminderAt: Date | null;
  readonly retentionExpiresAt: Date | null;
  readonly purgedAt: Date | null;
}

/** When an onboarding's actor has to look again, and why. */
export interface OnboardingDeadline {
  readonly at: Date;
  readonly reason: DueReasonOf<typeof onboardingActor>;
}

/**
 * The next instant that matters to an onboarding, or null when nothing does any more: it is purged, or
 * its task is closed while the relationship goes on. One without an instant of its own is looked at
 * now and then all the same, at a full hour, so that whoever looks again soon finds nothing changed.
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

function hourAfter(millis: number): Date {
  return new Date(Math.ceil(millis / HOUR_MS) * HOUR_MS);
}

/** Whether nothing can be done about a task any more. */
export function isClosed(status: OnboardingTaskStatus): boolean {
  return status === "COMPLETED" || status === "CANCELLED" || status === "EXPIRED";
}
