import { type KeyLine, met, proofAt as at, raceAt as race, sameKey } from "../lines.ts";

export const KEYS_OF_PEOPLE: readonly KeyLine[] = [
  {
    keys: ["auth_identity_provider_issuer_tenant_subject_unique", "coach_profile_user_id_key"],
    becomes: "The other registration is answered with the first's account",
    proof: at(
      "workspaces/register-coach.pg",
      "by eight requests with one identity makes one account",
    ),
  },
  {
    keys: ["app_user_primary_phone_unique"],
    becomes: "One insert claims both contacts; the other is 409 IDENTITY_NOT_LINKED",
    proof: sameKey("app_user_primary_phone_unique"),
  },
  {
    keys: ["app_user_primary_email_unique"],
    becomes: "One insert claims both contacts; the other is 409 IDENTITY_NOT_LINKED",
    proof: at(
      "workspaces/register-coach.pg",
      "by eight requests with one e-mail and eight identities makes one account",
    ),
  },
  {
    keys: ["client_profile_user_id_key", "relationship_client_open_unique"],
    becomes: "Registrations lock the account: the other is refused as a client already",
    proof: at(
      "invitations/register-client.pg",
      "with invitations of two coaches at once makes a client of one of them",
    ),
  },
  {
    keys: ["relationship_workspace_client_open_unique"],
    becomes: "Registrations lock the account: the other is refused as a client already",
    proof: sameKey("relationship_workspace_client_open_unique"),
  },
  {
    keys: ["relationship_invitation_id_unique"],
    becomes: "Registrations lock the invitation: the rest are 409 INVITATION_CONSUMED",
    proof: at(
      "invitations/register-client.pg",
      "of two hundred simultaneous requests with one token and two hundred sign-ins creates one relationship",
    ),
  },
  {
    keys: ["app_session_issuer_sid_client_unique"],
    becomes: "The other is answered in the session that the first opened",
    proof: at(
      "accounts/client-routes.http",
      "creates one relationship for five simultaneous registrations and returns it to all of them",
    ),
  },
  {
    keys: ["terms_acceptance_user_versions_unique"],
    becomes: "The other is answered with the first's acceptance",
    proof: at("accounts/terms.http", "twenty simultaneous acceptances are stored once"),
  },
  {
    keys: ["replaced_email_event_id_unique"],
    becomes: "The account is locked: the other sign-in finds the address as it is",
    proof: at("accounts/email-follows.pg", "Two simultaneous sign-ins of one account, "),
  },
  {
    keys: ["support_grant_active_unique"],
    becomes: "The other is answered with the first's grant",
    proof: met("support_grant_active_unique"),
  },
  {
    keys: ["provider_logout_pkey"],
    becomes: "The other waits and does nothing",
    proof: met("provider_logout_pkey", "%s: of two simultaneous acts only one succeeds"),
  },
  {
    keys: ["auth_provider_day_pkey", "auth_provider_override_pkey"],
    becomes: "The other waits and adds to, or writes over, what the first wrote",
    proof: met("auth_provider_override_pkey"),
  },
  {
    keys: ["auth_audit_event_pkey"],
    becomes: "The line of a quarter of an hour has one id: the other waits and does nothing",
    proof: at(
      "privacy/ids-that-age.pg",
      "are written once in a quarter of an hour by concurrent attempts, and again after it",
    ),
  },
  {
    keys: ["workspace_membership_active_unique"],
    becomes: "The invitation is locked: the other is answered with the first's membership",
    proof: at("invitations/members.pg", "with twenty simultaneous requests becomes one member"),
  },
  {
    keys: ["invitation_validation_holder_unique"],
    becomes: "The later proof takes the place of the former",
    proof: at(
      "invitations/invitation-limits.pg",
      "replaces the former one of the same sign-in, simultaneous or not",
    ),
  },
  {
    keys: ["replaced_invitation_link_pkey"],
    becomes: "The invitation is locked: each makes a link of its own generation",
    proof: at(
      "invitations/resend-invitation.http",
      "by as many simultaneous requests as a new coach may send creates a link each, and the last one opens",
    ),
  },
  {
    keys: ["invitation_import_line_pkey"],
    becomes: "The key of the request is claimed first: the other goes on with the first's import",
    proof: at(
      "invitations/csv-imports.pg",
      "that several requests and its actor process at once is one run",
    ),
  },
  {
    keys: [
      "onboarding_instance_relationship_definition_unique",
      "onboarding_task_instance_id_task_key_unique",
    ],
    becomes: "The relationship is locked: the other finds the onboarding and does nothing",
    proof: at(
      "onboarding/start-onboarding.pg",
      "repeated, or at once from eight connections, starts one onboarding",
    ),
  },
  {
    keys: ["onboarding_retention_report_pkey"],
    becomes: "The onboarding is locked: the other finds the report and does nothing",
    proof: at(
      "onboarding/purge-onboarding.pg",
      "eight purges at once leave one report and one event",
    ),
  },
  {
    keys: ["form_definition_workspace_default_unique"],
    becomes: "The workspace is locked: the other takes the form that the first seeded",
    proof: at(
      "onboarding/start-onboarding.pg",
      "never fails for a missing default: eight clients at once create one",
    ),
  },
  {
    keys: ["form_version_form_id_version_unique"],
    becomes: "The form is locked: the others are refused or answered with the version",
    proof: at("forms/form-access.http", "a draft that they publish is one version with one event"),
  },
  {
    keys: ["form_submission_assignment_id_key"],
    becomes: "The assignment is locked: the other is answered with the submission, or refused",
    proof: at("forms/submission-races.pg", "the same answers are one submission"),
  },
  {
    keys: ["form_draft_pkey"],
    becomes: "The scope is locked: drafts come one after the other, none after a submission",
    proof: at(
      "forms/submission-races.pg",
      "each draft is saved before the submission or refused as closed, and none remains",
    ),
  },
  {
    keys: ["form_assignment_source_open_unique"],
    becomes: "The onboarding is locked: reassignments come one after the other",
    proof: at(
      "onboarding/override-race.pg",
      "two reassignments run in sequence: one form is open, each replaced the last",
    ),
  },
  {
    keys: ["notification_dedupe_key_key"],
    becomes: "The other is answered with the first's decision",
    proof: at(
      "notifications/decide-notification.pg",
      "is made and reported once when eight connections decide at once",
    ),
  },
  {
    keys: ["notification_delivery_target_unique"],
    becomes: "The decision is locked: the other finds the delivery under way",
    proof: at(
      "notifications/deliver-notification.pg",
      "is sent once though its event arrives twice and at two relays",
    ),
  },
  {
    keys: ["notification_preference_pkey"],
    becomes: "The later choice stands",
    proof: met("notification_preference_pkey"),
  },
  {
    keys: ["push_token_active_unique"],
    becomes: "The token's name is locked: the last who registers it has it",
    proof: at(
      "notifications/push-tokens.http",
      "at eight sessions at once leaves it with one of them",
    ),
  },
  {
    keys: ["push_token_session_active_unique"],
    becomes: "The session's name is locked: the last of its tokens stands",
    proof: at(
      "notifications/push-tokens.http",
      "many times at once in one session leaves one of them",
    ),
  },
  {
    keys: ["idempotency_key_pkey"],
    becomes: "The other waits, and is answered with the first's answer",
    proof: at(
      "api/idempotency.http",
      "sent by eight requests at once has one effect and one answer",
    ),
  },
  {
    keys: ["rate_limit_pkey"],
    becomes: "The other waits and counts on",
    proof: at(
      "invitations/invitation-limits.pg",
      "is limited, even for simultaneous ones; a client who joins ends that",
    ),
  },
  {
    keys: ["account_export_user_id_key"],
    becomes: "The other is answered with the export that is under way",
    proof: at(
      "privacy/account-export.pg",
      "that is requested eight times at once exists once, and its actor is woken once",
    ),
  },
  {
    keys: ["account_export_part_pkey"],
    becomes: "The export is locked: each settlement goes on behind the other",
    proof: at(
      "privacy/account-export.pg",
      "that several processes settle at once contains each fact once",
    ),
  },
  {
    keys: ["actor_pkey"],
    becomes: "The other waits and marks the row, or leaves it due",
    proof: race(
      "sync/races-of-devices.pg",
      "a workspace that is reinstated and the device's actor",
    ),
  },
  {
    keys: ["outbox_consumer_event_id_unique"],
    becomes: "An event's id is new, or follows from its fact, which a lock lets one make",
    proof: sameKey("outbox_consumer_event_id_unique"),
  },
];
