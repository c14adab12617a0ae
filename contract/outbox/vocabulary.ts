/** Typed search attributes of every actor, in addition to its own (docs/rooms/actors.md#operators). */
export const ACTOR_ATTRIBUTES = { ActorStatus: "KEYWORD", NextWakeAt: "DATETIME" } as const;

/**
 * Consumers of events. Each gets its own outbox row and is idempotent by event id. The feed gets one row per batch
 * for its operations, and one row per day for what was made and closed. An event also wakes the actor it is addressed
 * to, by a row for `{kind}-actor` whose key is the workflow id (define-actor.ts). A row for `new-{kind}-actor` starts a
 * new one behind other work.
 * - `agenda`: updates the present day of the relationship of a plan's or form's assignment; completes the check-in
 *   whose form was submitted.
 * - `workouts`: prepares the workouts and pictures that a client may take offline; wipes refused drafts that a device
 *   has to delete.
 * - `inbox`: queries the sources of a relationship for work that needs a coach.
 * - `session-review`: ends the sessions of a disabled provider, even if the request failed.
 * - `form-mapping`: stores answers that fill a field of the client's profile.
 * - `notifications`: decides whom to notify of the event.
 * - `notification-delivery`: sends a decision by push or mail.
 * - `mail`: hands a message to the mail adapter.
 * - `event-feed`: publishes the event, ids only, to the log that other systems follow.
 */
export const CONSUMERS = [
  "agenda",
  "workouts",
  "inbox",
  "form-mapping",
  "notifications",
  "notification-delivery",
  "mail",
  "session-review",
  "event-feed",
] as const;
export type Consumer = (typeof CONSUMERS)[number] | ActorConsumer;

/** Consumer that wakes the actors of a kind. */
export type ActorConsumer = `${string}-actor`;

/** Every domain event, named as in the contract, with its consumers other than actors. */
export const EVENT_CONSUMERS = {
  CoachRegistered: ["event-feed"],
  CoachLoggedIn: ["event-feed"],
  SessionRevoked: ["event-feed"],
  SuspiciousLoginDetected: ["event-feed", "mail"],
  SignInLinked: ["event-feed", "mail"],
  SignInUnlinked: ["event-feed", "mail"],
  AccountEmailChanged: ["event-feed", "mail"],
  UserSuspended: ["event-feed", "mail"],
  UserReinstated: ["event-feed"],
  AccountDeletionRequested: ["event-feed", "mail"],
  AccountDeletionCancelled: ["event-feed", "mail"],
  PartnerDeletionRequested: ["mail"],
  PartnerDeletionCancelled: ["mail"],
  UserDeleted: ["event-feed"],
  AccountExportRequested: ["event-feed", "mail"],
  TermsAccepted: ["event-feed"],
  ClientRegistered: ["event-feed"],
  ClientLoggedIn: ["event-feed"],
  ClientInvitationImportBegun: [],
  ClientInvitationScheduled: ["event-feed"],
  ClientInvited: ["event-feed", "mail"],
  ClientInvitationResent: ["event-feed", "mail"],
  ClientInvitationReminded: ["event-feed", "mail"],
  ClientInvitationMailedAgain: ["event-feed", "mail"],
  ClientInvitationMailFailed: ["event-feed", "notifications"],
  ClientInvitationExpiring: ["event-feed", "notifications"],
  ClientInvitationExpired: ["event-feed", "notifications"],
  ClientInvitationRevoked: ["event-feed"],
  ClientInvitationConsumed: ["event-feed"],
  CoachClientRelationshipStarted: ["event-feed"],
  CoachClientRelationshipActivated: ["event-feed"],
  CoachClientRelationshipPaused: ["event-feed", "mail"],
  CoachClientRelationshipResumed: ["event-feed", "mail"],
  CoachClientRelationshipEnded: ["event-feed", "workouts", "mail"],
  CoachClientRelationshipZoneChanged: ["event-feed", "workouts"],
  FormPublished: ["event-feed"],
  FormAssigned: ["event-feed", "notifications", "agenda"],
  FormAssignmentCancelled: ["event-feed", "agenda"],
  FormSubmissionReceived: ["event-feed", "form-mapping", "agenda", "inbox"],
  FormAnswersMapped: ["event-feed"],
  OnboardingWorkflowDefined: ["event-feed"],
  ClientOnboardingStarted: ["event-feed", "notifications"],
  OnboardingQuestionnaireAssigned: ["event-feed"],
  OnboardingQuestionnaireReplaced: ["event-feed", "mail"],
  OnboardingTaskOpened: ["event-feed"],
  OnboardingTaskResumed: ["event-feed", "inbox"],
  OnboardingTaskSkipped: ["event-feed"],
  OnboardingQuestionnaireSkipped: ["event-feed", "inbox"],
  OnboardingTaskCompleted: ["event-feed", "inbox"],
  OnboardingQuestionnaireSubmitted: ["event-feed"],
  OnboardingTaskCancelled: ["event-feed", "inbox"],
  OnboardingTaskExpired: ["event-feed", "inbox"],
  OnboardingTaskOverridden: ["event-feed"],
  ClientOnboardingCompletedWithPendingTask: ["event-feed"],
  ClientOnboardingCompleted: ["event-feed"],
  ClientOnboardingFinished: ["event-feed"],
  OnboardingRetentionPurged: ["event-feed"],
  ExerciseMediaUpdated: ["event-feed", "workouts"],
  NotificationDecided: ["event-feed", "notification-delivery"],
  CoachClientRelationshipReassigned: ["event-feed", "mail"],
  WorkspaceSuspended: ["event-feed"],
  WorkspaceReinstated: ["event-feed"],
  WorkspaceArchived: ["event-feed"],
  WorkspaceMemberInvited: ["event-feed", "mail"],
  WorkspaceMemberInvitationRevoked: ["event-feed"],
  WorkspaceMemberJoined: ["event-feed"],
  WorkspaceMemberRemoved: ["event-feed", "mail"],
  WorkspaceOwnerChanged: ["event-feed", "mail"],
  WorkspaceOwnerReplaced: ["mail"],
  AuthProviderCreated: ["event-feed"],
  AuthProviderEnabled: ["event-feed"],
  AuthProviderDisabled: ["event-feed"],
  AuthProviderPolicyChanged: ["event-feed"],
  AuthProviderHealthChanged: ["event-feed"],
  AuthProviderSessionReviewOpened: ["event-feed", "session-review"],
  AuthProviderSessionsReviewed: ["event-feed"],
  ProviderClaimsNormalizationFailed: ["event-feed"],
  PlanPublished: ["event-feed"],
  ProgramAssigned: ["event-feed", "agenda", "workouts"],
  CheckInScheduled: ["event-feed", "agenda"],
  MeasurementRequested: ["event-feed", "agenda"],
  ProgressPhotoRequested: ["event-feed", "agenda"],
  ReminderAssigned: ["event-feed", "agenda"],
  MessageFollowUpCreated: ["event-feed", "agenda"],
  CoachReminderCreated: ["event-feed", "agenda"],
  HabitPlanAssigned: ["event-feed", "agenda"],
  SupplementPlanAssigned: ["event-feed", "agenda"],
  MealPlanAssigned: ["event-feed", "agenda"],
  ProgramPaused: ["event-feed", "workouts"],
  ProgramResumed: ["event-feed", "workouts"],
  ProgramSuperseded: ["event-feed", "workouts"],
  ProgramRevised: ["event-feed", "workouts"],
  NutritionScheduleChanged: ["event-feed"],
  PlanAssignmentPaused: ["event-feed"],
  PlanAssignmentResumed: ["event-feed"],
  PlanAssignmentSuperseded: ["event-feed"],
  PlanAssignmentEnded: ["event-feed", "workouts"],
  PlanAssignmentExcepted: ["event-feed"],
  PlanAssignmentFollowsAgain: ["event-feed"],
  AgendaDayOpened: ["event-feed", "workouts"],
  AgendaDayRefreshed: ["event-feed", "workouts"],
  DailyTaskMaterialized: ["event-feed"],
  TodayAgendaProjected: ["event-feed"],
  TodayInfoCardProjected: ["event-feed"],
  FocusPinChanged: ["event-feed"],
  AgendaDayClosed: ["event-feed"],
  DailyTaskMissed: ["event-feed"],
  CheckInMissed: ["event-feed", "inbox"],
  CheckInMissWithdrawn: ["event-feed", "inbox"],
  SyncBatchAdmitted: ["event-feed"],
  ActorRestartRequested: [],
  DeviceDueSooner: [],
  OperationDeferred: [],
  DeviceRegistered: ["event-feed"],
  DeviceRevoked: ["event-feed"],
  AuthDeviceRevoked: ["event-feed"],
  PurgeOrdered: ["event-feed", "workouts"],
  PurgeAcknowledged: ["event-feed"],
  PurgeUnacknowledged: ["event-feed"],
  DeviceOutboxStuck: ["event-feed"],
  DeviceOutboxSilent: ["event-feed"],
  DeviceChecksumsMismatched: ["event-feed"],
  OperationRetryRequested: [],
  MobileTodaySyncAccepted: ["event-feed"],
  QuickLogOperationAccepted: ["event-feed"],
  QuickLogOperationRejected: ["event-feed"],
  MobileWorkoutSyncBatchAccepted: ["event-feed"],
  WorkoutSyncBatchPartiallyRejected: ["event-feed"],
  WorkoutSyncConflictRaised: ["event-feed"],
  WorkoutSyncConflictRenewed: [],
  WorkoutSyncConflictMoved: [],
  WorkoutSyncConflictResolved: ["event-feed"],
  WorkoutSessionSubmitted: ["workouts", "event-feed"],
  WorkoutSessionCorrected: ["workouts", "event-feed", "inbox"],
  WorkoutSubmittedForReview: ["event-feed", "inbox"],
  WorkoutReviewed: ["event-feed", "inbox"],
  DailyTaskItemCompleted: ["event-feed"],
  DailyTaskItemSkipped: ["event-feed"],
  QuickLogValueRecorded: ["event-feed"],
  MeasurementEntrySubmitted: ["event-feed"],
  StepsImported: ["event-feed"],
  DailyTaskCompleted: ["event-feed", "inbox"],
  DailyTaskSkipped: ["event-feed"],
  DailyTaskStatusChanged: ["event-feed"],
  ClientSkipNeedsAttention: ["event-feed", "inbox"],
  ClientSkipWithdrawn: ["event-feed", "inbox"],
  DayUndoClosed: ["event-feed"],
  DayReviewed: ["event-feed", "inbox"],
  ProgressTrendDetected: ["event-feed", "inbox"],
  ProgressTrendReviewed: ["event-feed"],
  OfflineWorkoutPackagePrepared: ["event-feed"],
  CoachTaskCreated: ["event-feed", "notifications"],
  CoachTaskRefreshed: ["event-feed", "notifications"],
  CoachTaskViewed: ["event-feed"],
  CoachTaskSnoozed: ["event-feed"],
  CoachTaskResolved: ["event-feed"],
  CoachTaskDismissed: ["event-feed"],
  CoachTaskReopened: ["event-feed"],
  CoachTaskAssigned: ["event-feed"],
  CoachTaskArchived: ["event-feed"],
  CoachTaskDue: ["event-feed", "notifications"],
  FormSubmissionReviewed: ["event-feed"],
  ClientProfileReadyForReview: ["event-feed", "inbox"],
  ClientProfileSectionUpdated: ["event-feed", "inbox"],
  ClientProfileReviewed: ["event-feed"],
  ClientSkipReviewed: ["event-feed"],
  MediaReady: ["event-feed"],
  MediaRejected: ["event-feed"],
} as const satisfies Record<string, readonly Consumer[]>;

/** Name of a domain event. */
export type EventType = keyof typeof EVENT_CONSUMERS;

/** Name of an event that a consumer receives. */
export type ConsumedEventType<By extends Consumer> = {
  [Type in EventType]: By extends (typeof EVENT_CONSUMERS)[Type][number] ? Type : never;
}[EventType];

/** Name of an event that is sent by mail. */
export type MailedEventType = ConsumedEventType<"mail">;

/** A published fact: ids, counts and instants only, nothing personal. */
export interface DomainEvent {
  readonly eventId: string;
  readonly type: EventType;
  /** The record the event is about. */
  readonly subjectId: string;
  /** Revision of the subject, or 0 if it has none. */
  readonly version: number;
  /** Further ids the consumers need, by name. */
  readonly refs: Readonly<Record<string, string | number | null>>;
  /** Workflow id of the actor that the event wakes; other events use the subject's id. */
  readonly actorId?: string;
  /** That actor is new, and its start may wait (docs/rooms/actors.md#deferred-start). */
  readonly defersStart?: boolean;
  /** The event is not delivered before this instant. */
  readonly availableAt?: Date;
}

/** Fields that differ between the feed events of one act; the other fields are shared. */
export type FeedEvent = Pick<DomainEvent, "eventId" | "type" | "subjectId" | "version" | "refs">;

/**
 * Why an actor is woken without an event. The sweep found it overdue, an operator reconciles, or the database is
 * available again. Only the last ends the pause after a failure.
 */
export const REPAIR_REASONS = ["SWEPT", "RECONCILED", "DATABASE_BACK", "NEW_VERSION"] as const;
/** Reason that wakes an actor: the name of the signal. */
export type WakeReason = EventType | (typeof REPAIR_REASONS)[number];

/** Due reason of an actor that was notified and has not run since. */
export const DUE_NOW = "SETTLEMENT";

/** Search attribute ActorStatus: waiting for an instant, waiting for nothing, or failing and retrying. */
export const ACTOR_STATUSES = ["WAITING", "IDLE", "FAILING"] as const;
export type ActorStatus = (typeof ACTOR_STATUSES)[number];
