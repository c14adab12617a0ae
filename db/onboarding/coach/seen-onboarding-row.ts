import type { FormAssignmentStatus } from "../../../contract/forms/vocabulary.ts";
import type { ClientOnboardingStatus } from "../../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type {
  OnboardingPrincipal,
  OnboardingTaskEventType,
  OverrideType,
  ResumedWorkflowStatus,
  WorkflowStatus,
} from "../../../contract/onboarding/vocabulary.ts";
import type { OnboardingTaskView } from "../onboarding-view.ts";

/** What happened to a task. */
interface TaskEventRow {
  readonly id: string;
  readonly type: OnboardingTaskEventType;
  readonly actorKind: OnboardingPrincipal;
  readonly actorUserId: string | null;
  readonly occurredAt: string;
}

/** What was done about a task beyond its course. */
interface OverrideRow {
  readonly id: string;
  readonly type: OverrideType;
  readonly actorKind: Extract<OnboardingPrincipal, "COACH" | "SUPPORT">;
  readonly actorUserId: string | null;
  readonly reason: string | null;
  readonly replacedFormAssignmentId: string | null;
  readonly createdAt: string;
}

/** The task of an onboarding and the questionnaire it asks for. */
interface SeenTaskRow extends Omit<OnboardingTaskView, "submissionId"> {
  readonly formSubmissionId: string | null;
  readonly formVersionId: string | null;
  readonly formStatus: FormAssignmentStatus | null;
  readonly submittedAt: string | null;
}

/** An onboarding as those see it who look after it: no answer is in it. */
export interface SeenOnboardingRow {
  readonly instanceId: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly relationshipStatus: RelationshipStatus;
  readonly clientUserId: string;
  /** Of the client's profile, which may serve another relationship since. */
  readonly onboardingStatus: ClientOnboardingStatus;
  readonly definitionKey: string;
  readonly definitionVersion: number;
  readonly status: WorkflowStatus;
  readonly resumesAs: ResumedWorkflowStatus | null;
  readonly programAssignmentBlocked: boolean;
  readonly nutritionAssignmentBlocked: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly retentionExpiresAt: string | null;
  readonly purgedAt: string | null;
  /** What the end of the retention took away, by count; null before it. */
  readonly purged: Readonly<Record<string, number>> | null;
  readonly task: SeenTaskRow;
  /** Newest first, at most 100. */
  readonly history: readonly TaskEventRow[];
  /** Newest first, at most 100. */
  readonly overrides: readonly OverrideRow[];
}
