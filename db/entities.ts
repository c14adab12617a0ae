import { AgendaCard } from "./agenda/cards/agenda-card.ts";
import { AgendaDay } from "./agenda/agenda-day.ts";
import { AgendaSnapshotSetting } from "./agenda/snapshots/agenda-snapshot-setting.ts";
import { AgendaTask } from "./agenda/agenda-task.ts";
import { AgendaTaskSnapshot } from "./agenda/snapshots/agenda-task-snapshot.ts";
import { AgendaWatch } from "./agenda/calendar/agenda-watch.ts";
import { WithheldOccurrence } from "./agenda/withheld/withheld-occurrence.ts";
import { FocusPin } from "./agenda/focus-pin/focus-pin.ts";
import { ProgressTrend } from "./agenda/progress-trend.ts";
import { RelationshipCalendar } from "./agenda/calendar/relationship-calendar.ts";
import { AgendaTaskEvent } from "./agenda/agenda-task-event.ts";
import { AgendaTaskItem } from "./agenda/agenda-task-item.ts";
import { ClockOffset } from "./platform/clock-offset.ts";
import { IdempotencyKeyRow } from "./platform/idempotency-key-row.ts";
import { AppSession } from "./accounts/app-session.ts";
import { AuthAuditEvent } from "./accounts/auth-audit-event.ts";
import { AuthIdentity } from "./accounts/auth-identity.ts";
import { AuthProviderAudit } from "./providers/auth-provider-audit.ts";
import { AuthProviderDay } from "./providers/auth-provider-day.ts";
import { AuthProviderHealth } from "./providers/auth-provider-health.ts";
import { AuthProviderOverride } from "./providers/auth-provider-override.ts";
import { AuthProviderSessionReview } from "./providers/auth-provider-session-review.ts";
import { ClientProfile } from "./accounts/client-profile.ts";
import { CoachProfile } from "./accounts/coach-profile.ts";
import { CoachWorkspace } from "./workspaces/coach-workspace.ts";
import { Invitation } from "./invitations/invitation.ts";
import { InvitationImport } from "./invitations/imports/invitation-import.ts";
import { InvitationImportLine } from "./invitations/imports/invitation-import-line.ts";
import { InvitationValidation } from "./invitations/invitation-validation.ts";
import { MemberInvitation } from "./invitations/member-invitation.ts";
import { ProviderLogout } from "./accounts/provider-logout.ts";
import { ReplacedEmail } from "./accounts/replaced-email.ts";
import { ReplacedLink } from "./invitations/replaced-link.ts";
import { Relationship } from "./relationships/relationship.ts";
import { RelationshipEvent } from "./relationships/relationship-event.ts";
import { SupportGrant } from "./accounts/support-grant.ts";
import { TermsAcceptance } from "./accounts/terms-acceptance.ts";
import { User } from "./accounts/user.ts";
import { WorkspaceMembership } from "./workspaces/workspace-membership.ts";
import { CataloguePage } from "./exercises/catalogue/catalogue-page.ts";
import { CatalogueRun } from "./exercises/catalogue/catalogue-run.ts";
import { Exercise } from "./exercises/catalogue/exercise.ts";
import { ExerciseWord } from "./exercises/catalogue/exercise-word.ts";
import { ProviderIntegration } from "./exercises/catalogue/provider-integration.ts";
import { TaxonomyLabel } from "./exercises/catalogue/taxonomy-label.ts";
import { TaxonomyNode } from "./exercises/catalogue/taxonomy-node.ts";
import { MediaAccess } from "./exercises/media/media-access.ts";
import { MediaAccessEnd } from "./exercises/media/media-access-end.ts";
import { MediaAllowance } from "./exercises/media/media-allowance.ts";
import { UsageSnapshot } from "./exercises/media/usage-snapshot.ts";
import { FormAssignment } from "./forms/form-assignment.ts";
import { FormDefinition } from "./forms/form-definition.ts";
import { FormDraft } from "./forms/form-draft.ts";
import { FormSubmission } from "./forms/form-submission.ts";
import { FormVersion } from "./forms/form-version.ts";
import { LibraryAsset } from "./exercises/images/library-asset.ts";
import { LibraryItem } from "./exercises/images/library-item.ts";
import { LibraryRendition } from "./exercises/images/library-rendition.ts";
import { LicenceDecision } from "./exercises/images/licence-decision.ts";
import { LicenceSource } from "./exercises/images/licence-source.ts";
import { ThumbnailCandidate } from "./exercises/thumbnails/thumbnail-candidate.ts";
import { ThumbnailDecision } from "./exercises/thumbnails/thumbnail-decision.ts";
import { ThumbnailMapping } from "./exercises/thumbnails/thumbnail-mapping.ts";
import { ThumbnailRejection } from "./exercises/thumbnails/thumbnail-rejection.ts";
import { Media } from "./media/media.ts";
import { OperationAttachment } from "./media/operation-attachment.ts";
import { Upload } from "./media/upload.ts";
import { Notification } from "./notifications/notification.ts";
import { NotificationDelivery } from "./notifications/notification-delivery.ts";
import { NotificationPreference } from "./notifications/notification-preference.ts";
import { PushToken } from "./notifications/push-token.ts";
import { OnboardingAuditEvent } from "./onboarding/onboarding-audit-event.ts";
import { OnboardingInstance } from "./onboarding/onboarding-instance.ts";
import { OnboardingOverride } from "./onboarding/onboarding-override.ts";
import { OnboardingRetentionReport } from "./onboarding/onboarding-retention-report.ts";
import { OnboardingTask } from "./onboarding/onboarding-task.ts";
import { OnboardingTaskEvent } from "./onboarding/onboarding-task-event.ts";
import { WorkflowDefinition } from "./onboarding/workflow-definition.ts";
import { Actor } from "./outbox/actor.ts";
import { Letter } from "./outbox/letter.ts";
import { OutboxRow } from "./outbox/outbox-row.ts";
import { Plan } from "./plans/plan.ts";
import { PlanAssignment } from "./plans/plan-assignment.ts";
import { PlanRevision } from "./plans/plan-revision.ts";
import { QuickLogOperation } from "./quick-log/quick-log-operation.ts";
import { Device } from "./sync/device.ts";
import { DeviceLineage } from "./sync/device-lineage.ts";
import { DeviceSecret } from "./sync/device-secret.ts";
import { DeviceSeen } from "./sync/device-seen.ts";
import { PurgeOrder } from "./sync/purge-order.ts";
import { OperationReplacement } from "./sync/operation-replacement.ts";
import { DeferredOperation } from "./sync/deferred-operation.ts";
import { SupportAccessAudit } from "./sync/support/support-access-audit.ts";
import { SyncBatch } from "./sync/sync-batch.ts";
import { SyncRequest } from "./sync/sync-request.ts";
import { Receipt } from "./sync/receipts/receipt.ts";
import { ReceiptKept } from "./sync/receipts/receipt-kept.ts";
import { SyncAnswers } from "./sync/receipts/sync-answers.ts";
import { RateLimit } from "./platform/rate-limit.ts";
import { RelationshipScope } from "./sync/relationship-scope.ts";
import { ScopeChange } from "./sync/scope-change.ts";
import { CoachTask } from "./inbox/coach-task.ts";
import { CoachTaskEvent } from "./inbox/coach-task-event.ts";
import { CoachTaskOccurrence } from "./inbox/coach-task-occurrence.ts";
import { SourceEvent } from "./inbox/source-events/source-event.ts";
import { InboxDigest } from "./inbox/digest/inbox-digest.ts";
import { CoachTaskPreference } from "./inbox/coach-task-preference.ts";
import { InboxReadMark } from "./inbox/views/inbox-read-mark.ts";
import { CoachTaskChange } from "./inbox/changes/coach-task-change.ts";
import { CoachTaskCount } from "./inbox/counts/coach-task-count.ts";
import { WorkspaceInbox } from "./inbox/changes/workspace-inbox.ts";
import { ReportedSkip } from "./quick-log/skips/reported-skip.ts";
import { WorkoutConflict } from "./workouts/workout-conflict.ts";
import { WorkoutResult } from "./workouts/workout-result.ts";
import { WorkoutSession } from "./workouts/workout-session.ts";
import { ClientBatch } from "./sync/client-batch.ts";
import { WorkoutPackage } from "./workouts/workout-package.ts";
import { WorkoutSnapshot } from "./workouts/workout-snapshot.ts";
import { AccountExport } from "./privacy/account-export.ts";
import { AccountExportPart } from "./privacy/account-export-part.ts";

/** The entity of each table, by the name that `tables()` uses. */
export const entityOf = {
  // The platform
  actor: Actor,
  clockOffset: ClockOffset,
  idempotencyKey: IdempotencyKeyRow,
  letter: Letter,
  outbox: OutboxRow,
  rateLimit: RateLimit,
  // identity
  appSession: AppSession,
  authAuditEvent: AuthAuditEvent,
  authIdentity: AuthIdentity,
  authProviderAudit: AuthProviderAudit,
  authProviderDay: AuthProviderDay,
  authProviderHealth: AuthProviderHealth,
  authProviderOverride: AuthProviderOverride,
  authProviderSessionReview: AuthProviderSessionReview,
  clientProfile: ClientProfile,
  coachProfile: CoachProfile,
  coachWorkspace: CoachWorkspace,
  invitation: Invitation,
  invitationImport: InvitationImport,
  invitationImportLine: InvitationImportLine,
  invitationValidation: InvitationValidation,
  memberInvitation: MemberInvitation,
  providerLogout: ProviderLogout,
  relationship: Relationship,
  relationshipEvent: RelationshipEvent,
  replacedEmail: ReplacedEmail,
  replacedInvitationLink: ReplacedLink,
  supportGrant: SupportGrant,
  termsAcceptance: TermsAcceptance,
  appUser: User,
  workspaceMembership: WorkspaceMembership,
  // forms
  formAssignment: FormAssignment,
  formDefinition: FormDefinition,
  formDraft: FormDraft,
  formSubmission: FormSubmission,
  formVersion: FormVersion,
  // onboarding
  onboardingAuditEvent: OnboardingAuditEvent,
  onboardingInstance: OnboardingInstance,
  onboardingOverride: OnboardingOverride,
  onboardingRetentionReport: OnboardingRetentionReport,
  onboardingTask: OnboardingTask,
  onboardingTaskEvent: OnboardingTaskEvent,
  workflowDefinition: WorkflowDefinition,
  // media
  media: Media,
  operationAttachment: OperationAttachment,
  upload: Upload,
  // notifications
  notification: Notification,
  notificationDelivery: NotificationDelivery,
  notificationPreference: NotificationPreference,
  pushToken: PushToken,
  // plans
  plan: Plan,
  planAssignment: PlanAssignment,
  planRevision: PlanRevision,
  // agenda
  agendaCard: AgendaCard,
  agendaDay: AgendaDay,
  agendaSnapshotSetting: AgendaSnapshotSetting,
  agendaTask: AgendaTask,
  agendaTaskEvent: AgendaTaskEvent,
  agendaTaskItem: AgendaTaskItem,
  agendaTaskSnapshot: AgendaTaskSnapshot,
  agendaWatch: AgendaWatch,
  withheldOccurrence: WithheldOccurrence,
  focusPin: FocusPin,
  relationshipCalendar: RelationshipCalendar,
  progressTrend: ProgressTrend,
  // quick-log
  quickLogOperation: QuickLogOperation,
  reportedSkip: ReportedSkip,
  // sync
  clientBatch: ClientBatch,
  device: Device,
  deviceLineage: DeviceLineage,
  deviceSecret: DeviceSecret,
  deviceSeen: DeviceSeen,
  purgeOrder: PurgeOrder,
  operationReplacement: OperationReplacement,
  deferredOperation: DeferredOperation,
  relationshipScope: RelationshipScope,
  receipt: Receipt,
  receiptKept: ReceiptKept,
  scopeChange: ScopeChange,
  supportAccessAudit: SupportAccessAudit,
  syncAnswers: SyncAnswers,
  syncBatch: SyncBatch,
  syncRequest: SyncRequest,
  // exercises: pictures
  libraryAsset: LibraryAsset,
  libraryItem: LibraryItem,
  libraryRendition: LibraryRendition,
  licenceDecision: LicenceDecision,
  licenceSource: LicenceSource,
  thumbnailCandidate: ThumbnailCandidate,
  thumbnailDecision: ThumbnailDecision,
  thumbnailMapping: ThumbnailMapping,
  thumbnailRejection: ThumbnailRejection,
  // workouts
  workoutConflict: WorkoutConflict,
  workoutPackage: WorkoutPackage,
  workoutResult: WorkoutResult,
  workoutSession: WorkoutSession,
  workoutSnapshot: WorkoutSnapshot,
  // privacy
  accountExport: AccountExport,
  accountExportPart: AccountExportPart,
  // inbox
  coachTask: CoachTask,
  coachTaskEvent: CoachTaskEvent,
  coachTaskOccurrence: CoachTaskOccurrence,
  coachTaskPreference: CoachTaskPreference,
  inboxReadMark: InboxReadMark,
  coachTaskChange: CoachTaskChange,
  coachTaskCount: CoachTaskCount,
  workspaceInbox: WorkspaceInbox,
  inboxDigest: InboxDigest,
  sourceEvent: SourceEvent,
  // exercises
  cataloguePage: CataloguePage,
  catalogueRun: CatalogueRun,
  exercise: Exercise,
  exerciseWord: ExerciseWord,
  mediaAccess: MediaAccess,
  mediaAccessEnd: MediaAccessEnd,
  mediaAllowance: MediaAllowance,
  providerIntegration: ProviderIntegration,
  taxonomyLabel: TaxonomyLabel,
  taxonomyNode: TaxonomyNode,
  usageSnapshot: UsageSnapshot,
};

declare module "./tables.ts" {
  interface Registered {
    readonly entities: typeof entityOf;
  }
}

/** Every entity of the schema; a test compares them with the migrations. */
export const entities = Object.values(entityOf);
