import type { EntityClass } from "@mikro-orm/postgresql";
import { AgendaDay } from "./agenda/agenda-day.ts";
import { AgendaTask } from "./agenda/agenda-task.ts";
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
import { InvitationValidation } from "./invitations/invitation-validation.ts";
import { MemberInvitation } from "./invitations/member-invitation.ts";
import { ProviderLogout } from "./accounts/provider-logout.ts";
import { Relationship } from "./relationships/relationship.ts";
import { RelationshipEvent } from "./relationships/relationship-event.ts";
import { SupportGrant } from "./accounts/support-grant.ts";
import { TermsAcceptance } from "./accounts/terms-acceptance.ts";
import { User } from "./accounts/user.ts";
import { WorkspaceMembership } from "./workspaces/workspace-membership.ts";
import { FormAssignment } from "./forms/form-assignment.ts";
import { FormDefinition } from "./forms/form-definition.ts";
import { FormDraft } from "./forms/form-draft.ts";
import { FormSubmission } from "./forms/form-submission.ts";
import { FormVersion } from "./forms/form-version.ts";
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
import { OutboxRow } from "./outbox/outbox-row.ts";
import { Plan } from "./plans/plan.ts";
import { PlanAssignment } from "./plans/plan-assignment.ts";
import { PlanItem } from "./plans/plan-item.ts";
import { AdherenceDelta } from "./quick-log/adherence-delta.ts";
import { QuickLogOperation } from "./quick-log/quick-log-operation.ts";
import { QuickLogValueEntry } from "./quick-log/quick-log-value-entry.ts";
import { Device } from "./sync/device.ts";
import { DeviceLineage } from "./sync/device-lineage.ts";
import { DeviceSeen } from "./sync/device-seen.ts";
import { PurgeOrder } from "./sync/purge-order.ts";
import { OperationReplacement } from "./sync/operation-replacement.ts";
import { OperationSetAside } from "./sync/operation-set-aside.ts";
import { SupportAccessAudit } from "./sync/support/support-access-audit.ts";
import { SyncBatch } from "./sync/sync-batch.ts";
import { SyncOperation } from "./sync/sync-operation.ts";
import { SyncPayload } from "./sync/sync-payload.ts";
import { ReceiptTombstone } from "./sync/receipts/receipt-tombstone.ts";
import { TombstoneVerdict } from "./sync/receipts/tombstone-verdict.ts";
import { RateLimit } from "./platform/rate-limit.ts";
import { RelationshipScope } from "./sync/relationship-scope.ts";
import { ScopeChange } from "./sync/scope-change.ts";

/** Every entity of the schema; the schema test compares them with the migrations. */
export const entities: EntityClass[] = [
  // The platform
  Actor,
  ClockOffset,
  IdempotencyKeyRow,
  OutboxRow,
  RateLimit,
  // identity
  AppSession,
  AuthAuditEvent,
  AuthIdentity,
  AuthProviderAudit,
  AuthProviderDay,
  AuthProviderHealth,
  AuthProviderOverride,
  AuthProviderSessionReview,
  ClientProfile,
  CoachProfile,
  CoachWorkspace,
  Invitation,
  InvitationValidation,
  MemberInvitation,
  ProviderLogout,
  Relationship,
  RelationshipEvent,
  SupportGrant,
  TermsAcceptance,
  User,
  WorkspaceMembership,
  // forms
  FormAssignment,
  FormDefinition,
  FormDraft,
  FormSubmission,
  FormVersion,
  // onboarding
  OnboardingAuditEvent,
  OnboardingInstance,
  OnboardingOverride,
  OnboardingRetentionReport,
  OnboardingTask,
  OnboardingTaskEvent,
  WorkflowDefinition,
  // media
  Media,
  OperationAttachment,
  Upload,
  // notifications
  Notification,
  NotificationDelivery,
  NotificationPreference,
  PushToken,
  // plans
  Plan,
  PlanAssignment,
  PlanItem,
  // agenda
  AgendaDay,
  AgendaTask,
  AgendaTaskEvent,
  AgendaTaskItem,
  // quick-log
  AdherenceDelta,
  QuickLogOperation,
  QuickLogValueEntry,
  // sync
  Device,
  DeviceLineage,
  DeviceSeen,
  PurgeOrder,
  OperationReplacement,
  OperationSetAside,
  RelationshipScope,
  ReceiptTombstone,
  ScopeChange,
  SupportAccessAudit,
  SyncBatch,
  SyncOperation,
  SyncPayload,
  TombstoneVerdict,
];
