import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { onboardingActor as registered } from "../../activities/onboarding/onboarding-actor.ts";
import type { OnboardingAgenda } from "../../activities/onboarding/onboarding-agenda.ts";
import type { OnboardingTaskStatus, WorkflowStatus } from "../../contract/onboarding/vocabulary.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import type { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import type { Course } from "./history-courses.ts";

type Shown = NonNullable<OnboardingAgenda["onboarding"]>;

const ids = {
  relationshipId: "019a0000-0000-7000-8000-000000000001",
  workspaceId: "019a0000-0000-7000-8000-000000000002",
};
const AT = "2026-11-22T12:15:00.000Z";
const RETENTION = "2026-12-22T12:15:00.000Z";

function shown(
  status: WorkflowStatus,
  task: OnboardingTaskStatus,
  changes: Partial<Shown> = {},
): Shown {
  return {
    ...ids,
    status,
    currentStep: { taskKey: "COACH_QUESTIONNAIRE", status: task },
    nextReminderAt: null,
    retentionExpiresAt: null,
    lastEvent: { type: "created", at: "2026-11-21T12:15:00.000Z" },
    ...changes,
  };
}

const done = (onboarding: Shown): OnboardingAgenda => ({
  ...NOTHING_WAITS,
  onboarding,
});

const due = (
  dueReason: DueReasonOf<typeof onboardingActor>,
  dueInMs: number,
  onboarding: Shown,
): OnboardingAgenda => ({
  open: true,
  dueAt: AT,
  dueReason,
  dueInMs,
  waiting: { [dueReason]: 1 },
  did: [],
  onboarding,
});

const WEEK_MS = 604_800_000;
const DAY_MS = 86_400_000;
const started = due("LOOK", WEEK_MS, shown("IN_PROGRESS", "READY"));
const completed = done(shown("COMPLETED", "COMPLETED"));
const reminded = (dueInMs: number, nextReminderAt = AT) =>
  due(
    "REMINDER",
    dueInMs,
    shown("COMPLETED_WITH_PENDING_TASK", "SKIPPED_FOR_NOW", { nextReminderAt }),
  );
const paused = due("LOOK", WEEK_MS, shown("PAUSED", "SKIPPED_FOR_NOW"));
const ended = (dueInMs: number) =>
  due(
    "RETENTION",
    dueInMs,
    shown("CANCELLED", "SKIPPED_FOR_NOW", { retentionExpiresAt: RETENTION }),
  );
const purged = done(
  shown("CANCELLED", "EXPIRED", { retentionExpiresAt: RETENTION, lastEvent: null }),
);

/** Version 2: the questionnaire is done, and the actor waits for the baseline. */
const atBaseline = (dueInMs: number) =>
  due(
    "REMINDER",
    dueInMs,
    shown("COMPLETED", "READY", {
      currentStep: { taskKey: "BASELINE_PROFILE", status: "READY" },
      nextReminderAt: AT,
      lastEvent: { type: "completed", at: AT },
    }),
  );
const baselineReported = done(
  shown("COMPLETED", "COMPLETED", {
    currentStep: { taskKey: "BASELINE_PROFILE", status: "COMPLETED" },
    lastEvent: { type: "completed", at: AT },
  }),
);

/** The wake-ups that the actor receives in sequence after the onboarding started; a number is a pause in ms. */
function course(
  name: string,
  answers: readonly OnboardingAgenda[],
  later: readonly (WakeReason | number)[],
): Course {
  const workflowId = onboardingActorId(`recorded-${name}`);
  const wake = (client: Client, reason: WakeReason) =>
    client.workflow.signalWithStart("onboardingActor", {
      workflowId,
      taskQueue: name,
      args: [{ bounds: { lingerMs: 300, events: 700 } }],
      signal: reason,
      signalArgs: [name, 0],
      workflowTaskTimeout: "5s",
      staticSummary: `Onboarding ${name}`,
    });
  return {
    room: "onboarding",
    name,
    workflowId,
    answers: answers.map((agenda) => registered.report(agenda, workflowId)),
    lastAnswer: registered.report(answers.at(-1) ?? completed, workflowId),
    play: async (client) => {
      const { signaledRunId } = await wake(client, "ClientOnboardingStarted");
      for (const step of later) {
        await sleep(typeof step === "number" ? step : 500);
        if (typeof step === "string") await wake(client, step);
      }
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

/** Every path through an onboarding. */
export const ONBOARDING_COURSES: readonly Course[] = [
  course(
    "started-completed",
    [started, due("LOOK", WEEK_MS, shown("IN_PROGRESS", "OPENED")), completed],
    ["OnboardingTaskOpened", "FormSubmissionReceived"],
  ),
  course(
    "skipped-reminded-completed",
    // The reminder is due while the actor receives no wake-up.
    [started, reminded(0), reminded(DAY_MS), reminded(DAY_MS), completed],
    ["OnboardingTaskSkipped", 2_500, "OnboardingTaskResumed", "FormSubmissionReceived"],
  ),
  course(
    "cancelled",
    [started, done(shown("COMPLETED", "CANCELLED"))],
    ["OnboardingTaskCancelled"],
  ),
  course(
    "paused-resumed",
    [started, reminded(DAY_MS), paused, reminded(DAY_MS), completed],
    [
      "OnboardingTaskSkipped",
      "CoachClientRelationshipPaused",
      "CoachClientRelationshipResumed",
      "OnboardingTaskCompleted",
    ],
  ),
  course(
    "ended-purged",
    [started, reminded(DAY_MS), ended(1_200), purged],
    ["OnboardingTaskSkipped", "CoachClientRelationshipEnded"],
  ),
  course(
    "zone-moved",
    [started, reminded(DAY_MS), reminded(DAY_MS / 2, "2026-11-22T00:15:00.000Z"), completed],
    ["OnboardingTaskSkipped", "CoachClientRelationshipZoneChanged", "OnboardingTaskCompleted"],
  ),
  course(
    "baseline-reminded-told",
    // The baseline reminder is due while the actor receives no wake-up.
    [started, atBaseline(1_200), atBaseline(DAY_MS), baselineReported],
    ["FormSubmissionReceived", 2_500, "OnboardingTaskCompleted"],
  ),
];
