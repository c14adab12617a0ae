/** Typed search attributes that every actor has besides its own (docs/rules.md#actors-operators). */
export const ACTOR_ATTRIBUTES = { ActorStatus: "KEYWORD", NextWakeAt: "DATETIME" } as const;

/**
 * Who hears of an event. Each consumer gets its own outbox row and is idempotent by event id. What the
 * operations of a batch did is told to the feed by the one row of their batch, what was made of a day and what its
 * close did by the one row of the day. Besides these an event wakes the actor that it is told of, by a row
 * for `{kind}-actor` whose key is the workflow id (define-actor.ts).
 * - `agenda`: brings the present day of an assignment's relationship up to now, of a plan or a form; completes the
 *   check-in that a submitted form was asked by.
 * - `workouts`: prepares what a client may take along of what is trained, with its pictures; wipes drafts that a device had refused and
 *   has to delete.
 * - `inbox`: asks the sources of a relationship what of them wants a coach.
 * - `session-review`: ends the sessions of a provider that was disabled, whatever became of the request.
 * - `form-mapping`: keeps answers that fill a field of the client's profile.
 * - `notifications`: decides who is told of the event.
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

/** Wakes the actors of a kind. */
export type ActorConsumer = `${string}-actor`;

/** Every domain event, by the contract's names, and its consumers that are no actors. */
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
  WorkoutSessionCorrected: ["workouts", "event-feed"],
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

/** Name of an event that is mailed. */
export type MailedEventType = {
  [Type in EventType]: "mail" extends (typeof EVENT_CONSUMERS)[Type][number] ? Type : never;
}[EventType];

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
  /** Workflow id of the actor that it wakes; others take the subject's id. */
  readonly actorId?: string;
  /** Not handed over before this instant. */
  readonly availableAt?: Date;
}

/** What a follower of the feed is told of an event, but for what all events of an act share. */
export type FeedEvent = Pick<DomainEvent, "eventId" | "type" | "subjectId" | "version" | "refs">;

/**
 * Why an actor is told although nothing is new: the sweep found it late, an operator reconciles, or the database
 * answers again, which alone ends the pause after a failure.
 */
export const REPAIR_REASONS = ["SWEPT", "RECONCILED", "DATABASE_BACK"] as const;
/** What wakes an actor: the name of the signal. */
export type WakeReason = EventType | (typeof REPAIR_REASONS)[number];

/** Why an actor is due that was told of something and has not looked since. */
export const TOLD = "SETTLEMENT";

/** Search attribute ActorStatus: waits for an instant, waits for nothing, or fails and tries again. */
export const ACTOR_STATUSES = ["WAITING", "IDLE", "FAILING"] as const;
export type ActorStatus = (typeof ACTOR_STATUSES)[number];
