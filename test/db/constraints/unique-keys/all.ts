import type { KeyLine } from "../lines.ts";
import { KEYS_OF_COACHING } from "./coaching.ts";
import { KEYS_OF_EXERCISES } from "./exercises.ts";
import { KEYS_OF_PEOPLE } from "./people.ts";

const NEW_IDS: KeyLine = {
  becomes: "The id is new: nobody else makes it, and a second try makes another",
  proof: {
    file: "test/new-id.test.ts",
    title: "New ids are UUIDs of version 7 with their time, and differ in their random part",
  },
  keys: [
    "account_export_pkey",
    "agenda_card_pkey",
    "agenda_task_event_pkey",
    "agenda_task_item_pkey",
    "app_session_pkey",
    "app_user_pkey",
    "auth_identity_pkey",
    "auth_provider_audit_pkey",
    "auth_provider_health_pkey",
    "auth_provider_session_review_pkey",
    "catalogue_run_pkey",
    "client_profile_pkey",
    "coach_profile_pkey",
    "coach_task_change_pkey",
    "coach_task_count_pkey",
    "coach_task_event_pkey",
    "coach_task_pkey",
    "coach_workspace_pkey",
    "device_lineage_pkey",
    "device_pkey",
    "exercise_pkey",
    "form_assignment_pkey",
    "form_definition_pkey",
    "form_submission_pkey",
    "form_version_pkey",
    "invitation_import_pkey",
    "invitation_pkey",
    "invitation_validation_pkey",
    "library_asset_pkey",
    "library_item_pkey",
    "letter_pkey",
    "licence_decision_pkey",
    "media_access_pkey",
    "media_pkey",
    "member_invitation_pkey",
    "notification_delivery_pkey",
    "notification_pkey",
    "onboarding_audit_event_pkey",
    "onboarding_instance_pkey",
    "onboarding_override_pkey",
    "onboarding_task_event_pkey",
    "onboarding_task_pkey",
    "outbox_pkey",
    "plan_assignment_pkey",
    "plan_pkey",
    "purge_order_pkey",
    "push_token_pkey",
    "relationship_event_pkey",
    "relationship_pkey",
    "replaced_email_pkey",
    "support_access_audit_pkey",
    "support_grant_pkey",
    "taxonomy_label_pkey",
    "terms_acceptance_pkey",
    "thumbnail_candidate_pkey",
    "thumbnail_decision_pkey",
    "upload_pkey",
    "usage_snapshot_pkey",
    "workout_conflict_pkey",
    "workout_package_pkey",
    "workout_session_pkey",
    "workspace_membership_pkey",
  ],
};

const WRITTEN_ONCE: KeyLine = {
  becomes: "Nobody but a migration inserts: the one migrating process holds its lock",
  proof: { reason: "Migrations run one after the other, and no act inserts such a row" },
  keys: [
    "agenda_snapshot_setting_pkey",
    "agenda_watch_pkey",
    "clock_offset_pkey",
    "mikro_orm_migrations_pkey",
    "workflow_definition_pkey",
    "workflow_definition_active_unique",
    "workflow_definition_key_version_unique",
  ],
};

const SECRETS: KeyLine = {
  becomes: "A keyed hash of an id that is new, and of a generation: two are never the same",
  proof: {
    file: "test/invitations/resend-invitation.http.test.ts",
    title:
      "by as many simultaneous requests as a new coach may send creates a link each, and the last one opens",
  },
  keys: [
    "invitation_token_hash_key",
    "member_invitation_token_hash_key",
    "purge_order_ack_token_hash_key",
  ],
};

const NAMES: readonly KeyLine[] = [
  {
    keys: ["coach_workspace_slug_key"],
    becomes: "A slug ends with a part of the workspace's id, which is new",
    proof: {
      file: "test/workspaces/register-coach.pg.test.ts",
      title: "by eight requests with one identity makes one account",
    },
  },
  {
    keys: ["coach_profile_public_handle_key"],
    becomes: "The other coach is refused: 409 STATE_CONFLICT with HANDLE_TAKEN",
    proof: {
      file: "test/accounts/claim-public-handle.pg.test.ts",
      title: "Two coaches who take one handle at once: one gets it, the other is refused",
    },
  },
];

/** The result of a race for each unique key. */
export const UNIQUE_KEYS: readonly KeyLine[] = [
  NEW_IDS,
  WRITTEN_ONCE,
  SECRETS,
  ...NAMES,
  ...KEYS_OF_PEOPLE,
  ...KEYS_OF_COACHING,
  ...KEYS_OF_EXERCISES,
];
