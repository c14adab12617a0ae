import type { Account, Onboarding } from "../../../device/account/types.ts";
import type { OnboardingTask } from "../../../device/wire/account-types.ts";

/** The way from an invitation to an account, in memory. */
export const memoryAccount: Account = {
  preview: async ({ invitationToken }) =>
    invitationToken.startsWith("closed")
      ? { kind: "REFUSED", code: "INVITATION_EXPIRED" }
      : {
          kind: "INVITATION",
          invitation: {
            workspaceName: "Adler Coaching",
            coachDisplayName: "Miriam Adler",
            contact: { kind: "EMAIL", masked: "c***@example.com" },
            expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
          },
        },
  me: async () => ({ kind: "SIGN_IN" }),
  accept: async () => ({ kind: "SIGN_IN" }),
  onboarding: async () => ONBOARDING,
  dismiss: async () => {},
  refresh: async () => "READ",
  open: async () => ({ kind: "DONE", data: null }),
  skip: async () => ({ kind: "DONE", data: null }),
  complete: async () => ({ kind: "DONE", data: null }),
  saveProfile: async () => ({ kind: "DONE", data: null }),
};

const TASK: OnboardingTask = {
  taskId: "questionnaire",
  taskKey: "COACH_QUESTIONNAIRE",
  taskType: "QUESTIONNAIRE",
  status: "SKIPPED_FOR_NOW",
  sortOrder: 1,
  revision: 1,
  formAssignmentId: "form",
  formSubmissionId: null,
  dueAt: null,
  openedAt: null,
  skippedAt: null,
  completedAt: null,
  cancelledAt: null,
  expiredAt: null,
  nextReminderAt: null,
};

/** A questionnaire that was skipped for now, an act that is being sent, one that waits, and one that was refused. */
const ONBOARDING: Onboarding = {
  readAt: 0,
  workflowStatus: "COMPLETED_WITH_PENDING_TASK",
  blocks: { programs: true, nutrition: true },
  nextRoute: "TODAY",
  tasks: [TASK, { ...TASK, taskId: "baseline", taskType: "BASELINE", status: "COMPLETED" }],
  formAssignmentId: "form",
  profile: {
    displayName: "Cleo",
    timezone: "Europe/Berlin",
    locale: "en",
    birthDate: "1990-04-12",
    heightCm: 172,
    goal: "Ten kilometres",
    missing: [],
    relationshipStatus: "ACTIVE",
    days: { timezone: "Europe/Berlin", nextTimezone: null, zoneChangesAt: null },
    updatedAt: "2026-11-27T06:00:00.000Z",
  },
  acts: [
    {
      actId: "open",
      step: "OPEN",
      taskId: "questionnaire",
      outcome: { kind: "OPEN", waitsFor: "RETRY_AT", retryAt: null },
    },
    {
      actId: "skip",
      step: "SKIP",
      taskId: "questionnaire",
      outcome: { kind: "OPEN", waitsFor: "OFFLINE", retryAt: null },
    },
    {
      actId: "profile",
      step: "PROFILE",
      taskId: null,
      outcome: { kind: "REFUSED", code: "VALIDATION_FAILED", pointers: [] },
    },
  ],
};
