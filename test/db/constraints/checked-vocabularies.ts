import { MESSAGE_LANGUAGES } from "../../../contract/language-of.ts";
import {
  CLIENT_ONBOARDING_STATUSES,
  COACH_ONBOARDING_STATUSES,
  DEVICE_SURFACES,
  SURFACES,
  TOKEN_ROLES,
  USER_ROLES,
  USER_STATUSES,
} from "../../../contract/accounts/vocabulary.ts";
import { ADHERENCE_BUCKETS } from "../../../contract/agenda/adherence/vocabulary.ts";
import { TASK_KINDS } from "../../../contract/agenda/kinds/vocabulary.ts";
import {
  AGENDA_ITEM_STATUSES,
  COMPLETION_SOURCES,
  TASK_ACTOR_KINDS,
  TASK_STATUSES,
} from "../../../contract/agenda/vocabulary.ts";
import {
  FAULT_KINDS,
  WITHHELD_SOURCE_TYPES,
} from "../../../contract/agenda/withheld/vocabulary.ts";
import { LICENCE_VERDICTS } from "../../../contract/exercises/image-vocabulary.ts";
import {
  MAPPING_SOURCES,
  MAPPING_STATUSES,
  MATCH_VERDICTS,
  REVIEW_ACTIONS,
} from "../../../contract/exercises/matching.ts";
import {
  QUOTA_CLOSED_BY,
  MEDIA_ACCESS_STATES,
  MEDIA_OUTCOMES,
} from "../../../contract/exercises/media-vocabulary.ts";
import {
  CATALOGUE_RUN_KINDS,
  CATALOGUE_RUN_STATES,
  EXERCISE_STATUSES,
  LABEL_DECISIONS,
  TAXONOMY_TYPES,
} from "../../../contract/exercises/vocabulary.ts";
import {
  FORM_ASSIGNMENT_STATUSES,
  FORM_SOURCES,
  FORM_STATUSES,
} from "../../../contract/forms/vocabulary.ts";
import { SOURCE_EVENT_OUTCOMES } from "../../../contract/inbox/source-event-schema.ts";
import { COACH_TASK_TYPES } from "../../../contract/inbox/source-vocabulary.ts";
import {
  COACH_TASK_ACTORS,
  COACH_TASK_EVENT_TYPES,
  COACH_TASK_STATUSES,
  INBOX_SORTS,
  OUTSIDE_EVENTS,
  SEVERITIES,
  UNRESOLVED_STATUSES,
} from "../../../contract/inbox/vocabulary.ts";
import {
  CSV_OUTCOMES,
  INVITATION_STATUSES,
  MEMBER_INVITATION_STATUSES,
  WAITING_STATUS,
} from "../../../contract/invitations/vocabulary.ts";
import { MEDIA_STATUSES, UPLOAD_STATUSES } from "../../../contract/media/vocabulary.ts";
import {
  DELIVERY_STATUSES,
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_OUTCOMES,
  NOTIFICATION_REASONS,
  PUSH_PROVIDERS,
  PUSH_TOKEN_ENDS,
  PUSH_TOKEN_STATUSES,
} from "../../../contract/notifications/vocabulary.ts";
import {
  DEFINITION_STATUSES,
  ONBOARDING_PRINCIPALS,
  type OnboardingPrincipal,
  ONBOARDING_TASK_EVENTS,
  ONBOARDING_TASK_STATUSES,
  ONBOARDING_TASK_TYPES,
  OVERRIDE_TYPES,
  REMINDER_CADENCES,
  RESUMED_WORKFLOW_STATUSES,
  WORKFLOW_STATUSES,
} from "../../../contract/onboarding/vocabulary.ts";
import { EMAIL_STATUSES } from "../../../contract/outbox/email-vocabulary.ts";
import { PLAN_KINDS } from "../../../contract/plans/kind-vocabulary.ts";
import { PLAN_ASSIGNMENT_STATUSES, PLAN_STATUSES } from "../../../contract/plans/vocabulary.ts";
import { PROVIDER_HEALTHS } from "../../../contract/providers/vocabulary.ts";
import {
  RELATIONSHIP_PRINCIPALS,
  RELATIONSHIP_STATUSES,
  RESUMED_STATUSES,
} from "../../../contract/relationships/vocabulary.ts";
import { PURGE_QUEUES, PURGE_TRIGGERS } from "../../../contract/sync/purge-vocabulary.ts";
import { SUPPORT_ACCESS_KINDS } from "../../../contract/sync/support/support-vocabulary.ts";
import {
  BATCH_STATUSES,
  DEFERRAL_CODES,
  DEFERRAL_STATES,
  DEVICE_REVOCATIONS,
  DEVICE_STATUSES,
  FINAL_STATUSES,
  PERFORMED_FROM,
  PLATFORMS,
  SCOPE_STATES,
} from "../../../contract/sync/vocabulary.ts";
import {
  CONFLICT_KINDS,
  CONFLICT_RESOLUTIONS,
  SESSION_STATUSES,
} from "../../../contract/workouts/session-vocabulary.ts";
import {
  MEMBERSHIP_ROLES,
  MEMBERSHIP_STATUSES,
  WORKSPACE_STATUSES,
} from "../../../contract/workspaces/vocabulary.ts";

/**
 * The words that a CHECK allows in a column, by `<constraint>.<column>`: the contract's vocabulary that the code
 * writing the column uses. A CHECK that lists words of one column twice has its vocabularies in that order.
 */
export const CHECKED_VOCABULARIES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "agenda_task_changed_by_kind_check.changed_by_kind": [TASK_ACTOR_KINDS],
  "agenda_task_kind_check.task_kind": [TASK_KINDS],
  "agenda_task_status_check.status": [TASK_STATUSES],
  "agenda_task_item_completion_source_check.completion_source": [COMPLETION_SOURCES],
  "agenda_task_item_status_check.status": [AGENDA_ITEM_STATUSES],
  "app_session_surface_check.surface": [SURFACES],
  "app_user_roles_check.roles": [USER_ROLES],
  "app_user_status_check.status": [USER_STATUSES],
  "auth_provider_health_status_check.status": [PROVIDER_HEALTHS],
  "catalogue_run_kind_check.kind": [CATALOGUE_RUN_KINDS],
  "catalogue_run_state_check.state": [CATALOGUE_RUN_STATES],
  "client_profile_onboarding_status_check.onboarding_status": [CLIENT_ONBOARDING_STATUSES],
  "coach_profile_onboarding_status_check.onboarding_status": [COACH_ONBOARDING_STATUSES],
  "coach_task_severity_check.severity": [SEVERITIES],
  "coach_task_status_check.status": [COACH_TASK_STATUSES, UNRESOLVED_STATUSES],
  "coach_task_type_check.task_type": [COACH_TASK_TYPES],
  "coach_task_event_actor_check.actor_kind": [COACH_TASK_ACTORS],
  "coach_task_event_type_check.type": [COACH_TASK_EVENT_TYPES],
  "coach_task_preference_sort_check.sort": [INBOX_SORTS],
  "coach_workspace_status_check.status": [WORKSPACE_STATUSES],
  "deferred_operation_reason_check.reason": [Object.keys(DEFERRAL_CODES)],
  "deferred_operation_state_check.state": [DEFERRAL_STATES],
  "device_platform_check.platform": [PLATFORMS],
  "device_revocation_check.revocation": [DEVICE_REVOCATIONS],
  "device_status_check.status": [DEVICE_STATUSES],
  "device_lineage_app_surface_check.app_surface": [DEVICE_SURFACES],
  "exercise_status_check.status": [EXERCISE_STATUSES],
  "form_assignment_source_type_check.source_type": [FORM_SOURCES],
  "form_assignment_status_check.status": [FORM_ASSIGNMENT_STATUSES],
  "form_definition_status_check.status": [FORM_STATUSES],
  "invitation_language_check.language": [MESSAGE_LANGUAGES],
  "invitation_import_line_outcome_check.outcome": [CSV_OUTCOMES],
  "invitation_status_check.status": [[WAITING_STATUS, ...INVITATION_STATUSES]],
  "letter_status_check.status": [EMAIL_STATUSES],
  "licence_decision_verdict_check.verdict": [LICENCE_VERDICTS],
  "licence_source_verdict_check.verdict": [LICENCE_VERDICTS],
  "media_status_check.status": [MEDIA_STATUSES],
  "media_access_surface_check.surface": [SURFACES],
  "media_access_end_outcome_check.outcome": [MEDIA_OUTCOMES],
  "media_access_end_state_check.state": [MEDIA_ACCESS_STATES],
  "media_allowance_closed_check.closed_by": [QUOTA_CLOSED_BY],
  "member_invitation_language_check.language": [MESSAGE_LANGUAGES],
  "member_invitation_status_check.status": [MEMBER_INVITATION_STATUSES],
  "notification_category_check.category": [NOTIFICATION_CATEGORIES],
  "notification_channels_check.channels": [NOTIFICATION_CHANNELS],
  "notification_outcome_check.outcome": [NOTIFICATION_OUTCOMES],
  "notification_reason_check.reason": [NOTIFICATION_REASONS],
  "notification_delivery_channel_check.channel": [NOTIFICATION_CHANNELS],
  "notification_delivery_status_check.status": [DELIVERY_STATUSES],
  "onboarding_instance_pause_check.resumes_as": [RESUMED_WORKFLOW_STATUSES],
  "onboarding_instance_status_check.status": [WORKFLOW_STATUSES],
  "onboarding_override_actor_kind_check.actor_kind": [
    ["COACH", "SUPPORT"] satisfies OnboardingPrincipal[],
  ],
  "onboarding_override_type_check.type": [OVERRIDE_TYPES],
  "onboarding_task_reminder_cadence_check.reminder_cadence": [REMINDER_CADENCES],
  "onboarding_task_status_check.status": [ONBOARDING_TASK_STATUSES],
  "onboarding_task_task_type_check.task_type": [ONBOARDING_TASK_TYPES],
  "onboarding_task_event_actor_kind_check.actor_kind": [ONBOARDING_PRINCIPALS],
  "onboarding_task_event_type_check.type": [ONBOARDING_TASK_EVENTS],
  "plan_kind_check.kind": [PLAN_KINDS],
  "plan_status_check.status": [PLAN_STATUSES],
  "plan_assignment_status_check.status": [PLAN_ASSIGNMENT_STATUSES],
  "progress_trend_bucket_check.bucket": [ADHERENCE_BUCKETS],
  "purge_order_queue_check.queue": [PURGE_QUEUES],
  "purge_order_trigger_check.trigger": [PURGE_TRIGGERS],
  "push_token_provider_check.provider": [PUSH_PROVIDERS],
  "push_token_retired_for_check.retired_for": [PUSH_TOKEN_ENDS],
  "push_token_status_check.status": [PUSH_TOKEN_STATUSES],
  "push_token_surface_check.surface": [DEVICE_SURFACES],
  "quick_log_operation_status_check.status": [FINAL_STATUSES],
  "receipt_kept_status_check.status": [FINAL_STATUSES],
  "relationship_pause_check.resumes_as": [RESUMED_STATUSES],
  "relationship_status_check.status": [RELATIONSHIP_STATUSES],
  "relationship_event_actor_kind_check.actor_kind": [RELATIONSHIP_PRINCIPALS],
  "relationship_event_from_status_check.from_status": [SCOPE_STATES],
  "relationship_event_to_status_check.to_status": [RELATIONSHIP_STATUSES],
  "source_event_outcome_check.outcome": [SOURCE_EVENT_OUTCOMES],
  "source_event_severity_check.severity": [SEVERITIES],
  "source_event_type_check.type": [OUTSIDE_EVENTS],
  "support_access_audit_kind_check.kind": [SUPPORT_ACCESS_KINDS],
  "support_access_audit_role_check.role": [TOKEN_ROLES],
  "sync_batch_status_check.status": [BATCH_STATUSES],
  "taxonomy_label_decision_check.decision": [LABEL_DECISIONS],
  "taxonomy_node_type_check.taxonomy_type": [TAXONOMY_TYPES],
  "thumbnail_candidate_verdict_check.verdict": [MATCH_VERDICTS],
  "thumbnail_decision_action_check.action": [REVIEW_ACTIONS],
  "thumbnail_mapping_status_check.status": [MAPPING_STATUSES],
  "thumbnail_mapping_status_check.source": [MAPPING_SOURCES],
  "upload_status_check.status": [UPLOAD_STATUSES],
  "withheld_occurrence_fault_check.fault_kind": [FAULT_KINDS],
  "withheld_occurrence_source_check.source_type": [WITHHELD_SOURCE_TYPES],
  "workflow_definition_status_check.status": [DEFINITION_STATUSES],
  "workout_conflict_kind_check.kind": [CONFLICT_KINDS],
  "workout_conflict_resolution_check.resolution": [CONFLICT_RESOLUTIONS],
  "workout_session_performed_from_check.performed_from": [PERFORMED_FROM],
  "workout_session_status_check.status": [SESSION_STATUSES],
  "workspace_membership_role_check.role": [MEMBERSHIP_ROLES],
  "workspace_membership_status_check.status": [MEMBERSHIP_STATUSES],
};
