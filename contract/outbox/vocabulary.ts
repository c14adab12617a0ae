/**
 * Typed search attributes of all actors, registered with the namespace (docs/rules.md#actors-operators).
 */
export const SEARCH_ATTRIBUTES = {
  WorkspaceId: "KEYWORD",
  RelationshipId: "KEYWORD",
  DeviceId: "KEYWORD",
  OnboardingStatus: "KEYWORD",
  CurrentStep: "KEYWORD",
  ActorStatus: "KEYWORD",
  NextWakeAt: "DATETIME",
} as const;

/**
 * Who hears of an event. Each consumer gets its own outbox row and is idempotent by event id (the feed's
 * events of one batch share a row):
 * - `device-actor`: wakes `device/{deviceId}`; the row's key is the workflow id.
 * - `account-deletion-actor`: wakes `account-deletion/{userId}`.
 * - `onboarding-actor`: wakes `onboarding/{instanceId}`; events of no onboarding have no row for it.
 * - `agenda`: materialises the day's tasks of an assignment, or of a relationship that goes on.
 * - `session-review`: ends the sessions of a provider that was disabled, whatever became of the request.
 * - `form-mapping`: keeps answers that fill a field of the client's profile.
 * - `notifications`: decides who is told of the event.
 * - `notification-delivery`: sends a decision by push or mail.
 * - `mail`: hands a message to the mail adapter.
 * - `event-feed`: publishes the event, ids only, to the log that other systems follow.
 */
export const CONSUMERS = [
  "device-actor",
  "account-deletion-actor",
  "onboarding-actor",
  "agenda",
  "form-mapping",
  "notifications",
  "notification-delivery",
  "mail",
  "session-review",
  "event-feed",
] as const;
export type Consumer = (typeof CONSUMERS)[number];

/** Every domain event, by the contract's names, and its consumers. */
export const EVENT_CONSUMERS = {
  CoachRegistered: ["event-feed"],
  CoachLoggedIn: ["event-feed"],
  SessionRevoked: ["event-feed"],
  SuspiciousLoginDetected: ["event-feed", "mail"],
  UserSuspended: ["event-feed"],
  UserReinstated: ["event-feed"],
  AccountDeletionRequested: ["event-feed", "account-deletion-actor"],
  AccountDeletionCancelled: ["event-feed", "account-deletion-actor"],
  UserDeleted: ["event-feed"],
  TermsAccepted: ["event-feed"],
  ClientRegistered: ["event-feed"],
  ClientLoggedIn: ["event-feed"],
  ClientInvited: ["event-feed", "mail"],
  ClientInvitationResent: ["event-feed", "mail"],
  ClientInvitationRevoked: ["event-feed"],
  ClientInvitationConsumed: ["event-feed"],
  CoachClientRelationshipStarted: ["event-feed"],
  CoachClientRelationshipActivated: ["event-feed"],
  CoachClientRelationshipPaused: ["event-feed", "onboarding-actor"],
  CoachClientRelationshipResumed: ["event-feed", "agenda", "onboarding-actor"],
  CoachClientRelationshipEnded: ["event-feed", "onboarding-actor"],
  CoachClientRelationshipZoneChanged: ["event-feed", "onboarding-actor"],
  FormPublished: ["event-feed"],
  FormAssigned: ["event-feed", "notifications"],
  FormAssignmentCancelled: ["event-feed"],
  FormSubmissionReceived: ["event-feed", "onboarding-actor", "form-mapping"],
  FormAnswersMapped: ["event-feed"],
  OnboardingWorkflowDefined: ["event-feed"],
  ClientOnboardingStarted: ["event-feed", "onboarding-actor", "notifications"],
  OnboardingQuestionnaireAssigned: ["event-feed"],
  OnboardingTaskOpened: ["event-feed", "onboarding-actor"],
  OnboardingTaskResumed: ["event-feed", "onboarding-actor"],
  OnboardingTaskSkipped: ["event-feed", "onboarding-actor"],
  OnboardingQuestionnaireSkipped: ["event-feed"],
  OnboardingTaskCompleted: ["event-feed", "onboarding-actor"],
  OnboardingQuestionnaireSubmitted: ["event-feed"],
  OnboardingTaskCancelled: ["event-feed", "onboarding-actor"],
  OnboardingTaskExpired: ["event-feed"],
  OnboardingTaskOverridden: ["event-feed", "onboarding-actor"],
  ClientOnboardingCompletedWithPendingTask: ["event-feed"],
  ClientOnboardingCompleted: ["event-feed"],
  ClientOnboardingFinished: ["event-feed"],
  OnboardingRetentionPurged: ["event-feed"],
  NotificationDecided: ["event-feed", "notification-delivery"],
  CoachClientRelationshipReassigned: ["event-feed"],
  WorkspaceSuspended: ["event-feed"],
  WorkspaceReinstated: ["event-feed"],
  WorkspaceArchived: ["event-feed"],
  WorkspaceMemberInvited: ["event-feed", "mail"],
  WorkspaceMemberInvitationRevoked: ["event-feed"],
  WorkspaceMemberJoined: ["event-feed"],
  WorkspaceMemberRemoved: ["event-feed"],
  WorkspaceOwnerChanged: ["event-feed"],
  AuthProviderCreated: ["event-feed"],
  AuthProviderEnabled: ["event-feed"],
  AuthProviderDisabled: ["event-feed"],
  AuthProviderPolicyChanged: ["event-feed"],
  AuthProviderHealthChanged: ["event-feed"],
  AuthProviderSessionReviewOpened: ["event-feed", "session-review"],
  AuthProviderSessionsReviewed: ["event-feed"],
  ProviderClaimsNormalizationFailed: ["event-feed"],
  HabitPlanAssigned: ["event-feed", "agenda"],
  SupplementPlanAssigned: ["event-feed", "agenda"],
  MealPlanAssigned: ["event-feed", "agenda"],
  DailyTaskMaterialized: ["event-feed"],
  SyncBatchAdmitted: ["device-actor"],
  DeviceRegistered: ["event-feed"],
  DeviceRevoked: ["event-feed", "device-actor"],
  AuthDeviceRevoked: ["event-feed"],
  PurgeOrdered: ["event-feed", "device-actor"],
  PurgeAcknowledged: ["event-feed", "device-actor"],
  PurgeUnacknowledged: ["event-feed"],
  DeviceOutboxStuck: ["event-feed"],
  DeviceOutboxSilent: ["event-feed"],
  OperationRetryRequested: ["device-actor"],
  QuickLogOperationAccepted: ["event-feed"],
  QuickLogOperationRejected: ["event-feed"],
  DailyTaskItemCompleted: ["event-feed"],
  DailyTaskItemSkipped: ["event-feed"],
  QuickLogValueRecorded: ["event-feed"],
  DailyTaskCompleted: ["event-feed"],
  DailyTaskSkipped: ["event-feed"],
  DailyTaskStatusChanged: ["event-feed"],
  ClientSkipNeedsAttention: ["event-feed"],
  MediaReady: ["event-feed"],
  MediaRejected: ["event-feed"],
} as const satisfies Record<string, readonly Consumer[]>;

/** Name of a domain event. */
export type EventType = keyof typeof EVENT_CONSUMERS;

/** A fact told to others: ids, counts and instants only, nothing personal. */
export interface DomainEvent {
  readonly eventId: string;
  readonly type: EventType;
  /** The record the event is about. */
  readonly subjectId: string;
  /** Revision of the subject, or 0 where it has none. */
  readonly version: number;
  /** Further ids the consumers need, by name. */
  readonly refs: Readonly<Record<string, string | number | null>>;
  /** Workflow id for actor consumers, which hear of nothing without it; others take the subject's id. */
  readonly actorId?: string;
  /** Not handed over before this instant. */
  readonly availableAt?: Date;
}

/** What a follower of the feed is told of an event, but for what all events of an act share. */
export type FeedEvent = Pick<DomainEvent, "eventId" | "type" | "subjectId" | "version" | "refs">;

/**
 * The one signal of every actor. It only wakes: nothing is decided from it
 * (docs/rules.md#actors-a-signal-only-wakes).
 */
export const WAKE_SIGNAL = "wake";

/** Actors by the first part of their workflow id, before the slash (docs/rules.md#actors-kinds). */
export const ACTORS = {
  device: { workflowType: "deviceActor", noun: "Device" },
  "account-deletion": { workflowType: "accountDeletionActor", noun: "Account deletion" },
  onboarding: { workflowType: "onboardingActor", noun: "Onboarding" },
} as const;
export type ActorKind = keyof typeof ACTORS;

/** Why an actor is told although nothing is new: the sweep found it late, or an operator reconciles. */
export const REPAIR_REASONS = ["SWEPT", "RECONCILED"] as const;
export type WakeReason = EventType | (typeof REPAIR_REASONS)[number];

/** What an actor waits for, as operators and the sweep read it. */
export const DUE_REASONS = [
  "SETTLEMENT",
  "RETRY",
  "UNDO_WINDOW",
  "STUCK_OUTBOX",
  "PURGE",
  "DELETION",
  "REMINDER",
  "RETENTION",
  "LOOK",
] as const;
export type DueReason = (typeof DUE_REASONS)[number];

/** Search attribute ActorStatus: waits for an instant, waits for nothing, or fails and tries again. */
export const ACTOR_STATUSES = ["WAITING", "IDLE", "FAILING"] as const;
export type ActorStatus = (typeof ACTOR_STATUSES)[number];
