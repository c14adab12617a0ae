import { type CheckLine, checkLine as line, proofAt as at, drawn, drawnCourse } from "../lines.ts";

export const CHECKS_OF_PEOPLE: readonly CheckLine[] = [
  line(
    "notification_preference_quiet_check",
    ["contract/notifications/schema", "quietHoursSchema"],
    drawn("Quiet hours that a person may choose satisfy their CHECKs"),
  ),
  line(
    "client_profile_privacy_settings_check",
    ["contract/relationships/privacy-schema", "privacySettingsSchema"],
    at("relationships/privacy-routes.http", "stay as they are if the same settings are sent again"),
  ),
  line(
    "auth_audit_event_id_check letter_event_id_check notification_id_check sync_batch_id_check sync_request_batch_id_check",
    ["db/platform/new-id", "newId"],
    at("new-id", "New ids are UUIDs of version 7 with their time, and differ in their random part"),
  ),
  line(
    "invitation_send_at_check",
    ["activities/invitations/prepare-invite", "makeInvitation"],
    at(
      "invitations/scheduled-invitations.pg",
      "gets an act at the moment of its sending before or after it, never in between",
    ),
  ),
  line(
    "invitation_target_check",
    ["activities/invitations/prepare-invite", "targetOf"],
    at(
      "invitations/read-invitees",
      "reports a formula, a wrong encoding, no contact or two in their own lines",
    ),
  ),
  line(
    "notification_channels_check notification_deliver_after_check",
    ["rules/notifications/judge-notification", "judgeNotification"],
    at(
      "notifications/deferred-notification.pg",
      "a decision is sent once when several consumers process it at once",
    ),
  ),
  line(
    "notification_delivery_status_check",
    ["db/notifications/write-deliveries", "writeDeliveryResults"],
    at(
      "notifications/deliver-notification.pg",
      "that a token is dead retires and erases it, and e-mail takes its place",
    ),
  ),
  line(
    "onboarding_instance_pause_check",
    ["activities/onboarding/onboarding-follows-relationship", "onboardingFollowsRelationship"],
    at(
      "onboarding/races.pg",
      "a pause of the relationship while the client opens and skips, round %i",
    ),
  ),
  line(
    "onboarding_task_reminders_check",
    ["rules/onboarding/reminders-after", "remindersAfter"],
    drawnCourse("A task's reminders satisfy their CHECKs after any sequence of onboarding steps"),
  ),
  line(
    "provider_logout_names_check",
    ["activities/accounts/sessions/end-provider-session", "endProviderSession"],
    at(
      "accounts/backchannel-logout.http",
      "ends all sessions of the subject if the token names no session; a new sign-in works",
    ),
  ),
  line(
    "push_token_status_check",
    ["db/notifications/retire-push-tokens", "retirePushTokens"],
    at("notifications/push-tokens.http", "at eight sessions at once leaves it with one of them"),
  ),
  line(
    "relationship_pause_check",
    ["rules/relationships/judge-relationship-act", "judgeRelationshipAct"],
    at(
      "relationships/move-relationship.pg",
      "writes status, history, event and the devices' counter in one transaction",
    ),
  ),
  line(
    "relationship_zone_change_check",
    ["activities/relationships/save-client-profile", "saveClientProfile"],
    at(
      "relationships/save-client-profile.pg",
      "saved by ten requests at once ends onboarding once",
    ),
  ),
  line(
    "relationship_event_coach_check",
    ["activities/relationships/reassign-coach", "reassignCoach"],
    at(
      "workspaces/hand-over.pg",
      "goes to one of two coaches, and not to one who leaves at the same moment (",
    ),
  ),
];
