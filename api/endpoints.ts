import { taxonomyEndpoints } from "./exercises/taxonomy-routes.ts";
import { thumbnailEndpoints } from "./exercises/thumbnail-routes.ts";
import { imageEndpoints } from "./exercises/image-routes.ts";
import { licenceEndpoints } from "./exercises/licence-routes.ts";
import { ownExerciseEndpoints } from "./exercises/own-exercise-routes.ts";
import { librarySearchEndpoints } from "./exercises/search-routes.ts";
import { internalInboxEndpoints } from "./inbox/internal-routes.ts";
import { internalAgendaEndpoints } from "./agenda/internal-routes.ts";
import { coachAgendaEndpoints } from "./agenda/coach-routes.ts";
import { overviewEndpoints } from "./agenda/overview-routes.ts";
import { pinEndpoints } from "./agenda/pin-routes.ts";
import { agendaEndpoints } from "./agenda/routes.ts";
import type { Endpoint } from "./endpoint.ts";
import { clientFormEndpoints } from "./forms/client-assignment-routes.ts";
import { coachFormEndpoints } from "./forms/coach-assignment-routes.ts";
import { formDraftEndpoints } from "./forms/draft-routes.ts";
import { formLifecycleEndpoints } from "./forms/form-lifecycle-routes.ts";
import { formClientEndpoints } from "./forms/form-client-routes.ts";
import { formEndpoints } from "./forms/form-routes.ts";
import { inboxActEndpoints } from "./inbox/act-routes.ts";
import { workspaceOverviewEndpoints } from "./inbox/console/overview-routes.ts";
import { rosterEndpoints } from "./inbox/console/roster-routes.ts";
import { inboxPreferenceEndpoints } from "./inbox/preference-routes.ts";
import { inboxReadEndpoints } from "./inbox/read-routes.ts";
import { timelineEndpoints } from "./inbox/timeline-routes.ts";
import { accountDeletionEndpoints } from "./privacy/account-deletion-routes.ts";
import { accountExportEndpoints } from "./privacy/account-export-routes.ts";
import { backchannelEndpoints } from "./accounts/backchannel-routes.ts";
import { clientEndpoints } from "./onboarding/client-account-routes.ts";
import { coachEndpoints } from "./workspaces/coach-routes.ts";
import { identityEndpoints } from "./accounts/identity-routes.ts";
import { clientInvitationEndpoints } from "./invitations/client-invitation-routes.ts";
import { csvInvitationEndpoints } from "./invitations/csv-routes.ts";
import { invitationEndpoints } from "./invitations/invitation-routes.ts";
import { sessionEndpoints } from "./accounts/session-routes.ts";
import { accountEndpoints } from "./accounts/account-routes.ts";
import { termsEndpoints } from "./accounts/terms-routes.ts";
import { coachProfileEndpoints } from "./accounts/coach-profile-routes.ts";
import { clientHeartbeatEndpoints } from "./relationships/client-heartbeat-routes.ts";
import { clientProfileEndpoints } from "./relationships/client-profile-routes.ts";
import { privacyEndpoints } from "./relationships/privacy-routes.ts";
import { sessionEndEndpoints } from "./sync/purge/session-end-routes.ts";
import { supportInvitationEndpoints } from "./invitations/support-routes.ts";
import { memberInvitationEndpoints } from "./invitations/member-invitation-routes.ts";
import { memberEndpoints } from "./workspaces/member-routes.ts";
import { relationshipEndpoints } from "./relationships/relationship-routes.ts";
import { workspaceEndpoints } from "./workspaces/workspace-routes.ts";
import { supportEndpoints } from "./accounts/support-routes.ts";
import { providerAdminEndpoints } from "./providers/provider-admin-routes.ts";
import { providerEndpoints } from "./providers/provider-routes.ts";
import { clientFileEndpoints } from "./media/file-routes.ts";
import { mediaEndpoints } from "./media/media-routes.ts";
import { tusEndpoints } from "./media/tus-routes.ts";
import { uploadEndpoints } from "./media/upload-routes.ts";
import { clientOnboardingEndpoints } from "./onboarding/client-routes.ts";
import { boardEndpoints } from "./onboarding/board-routes.ts";
import { coachOnboardingEndpoints } from "./onboarding/coach-routes.ts";
import { supportOnboardingEndpoints } from "./onboarding/support-routes.ts";
import { notificationEndpoints } from "./notifications/notification-routes.ts";
import { unsubscribeEndpoint } from "./notifications/unsubscribe-endpoint.ts";
import { preferenceEndpoints } from "./notifications/preference-routes.ts";
import { mediaSessionEndpoints } from "./exercises/media-session-endpoints.ts";
import { providerUsageEndpoints } from "./exercises/provider-usage-endpoints.ts";
import { planAssignmentEndpoints } from "./plans/assignment-routes.ts";
import { assignmentPauseEndpoints } from "./plans/pause-routes.ts";
import { planDraftEndpoints } from "./plans/draft-routes.ts";
import { publicationEndpoints } from "./plans/publication-routes.ts";
import { planEndpoints } from "./plans/routes.ts";
import { quickLogSyncEndpoints } from "./quick-log/batches/quick-log-sync-routes.ts";
import { todaySyncEndpoints } from "./quick-log/batches/today-sync-routes.ts";
import { reviewEndpoints } from "./quick-log/review-routes.ts";
import { quickLogEndpoints } from "./quick-log/routes.ts";
import { metricEndpoints } from "./quick-log/metric-routes.ts";
import { taskLogEndpoints } from "./quick-log/task-log-routes.ts";
import { taskActEndpoints } from "./quick-log/task-act-routes.ts";
import { todayEndpoints } from "./quick-log/today-routes.ts";
import { deviceEndpoints } from "./sync/device-routes.ts";
import { operationTypeEndpoints } from "./sync/operation-type-routes.ts";
import { deviceSecretEndpoints } from "./sync/purge/device-secret-routes.ts";
import { purgeEndpoints } from "./sync/purge/purge-routes.ts";
import { quarantineEndpoints } from "./sync/support/quarantine-routes.ts";
import { receiptEndpoints } from "./sync/receipt-routes.ts";
import { syncEndpoints } from "./sync/routes.ts";
import { supportAgendaEndpoints } from "./sync/support/agenda-task-routes.ts";
import { conflictEndpoints } from "./workouts/conflict-routes.ts";
import { coachSessionEndpoints } from "./workouts/coach-session-routes.ts";
import { issueEndpoints } from "./workouts/issue-routes.ts";
import { syncHealthEndpoints } from "./workouts/sync-health-routes.ts";
import { offlineEndpoints } from "./workouts/offline-routes.ts";
import { sessionSyncEndpoints } from "./workouts/session-sync-routes.ts";
import { supportPersonEndpoints } from "./sync/support/person-routes.ts";
import { supportSyncEndpoints } from "./sync/support/support-routes.ts";

/** The rooms in the order of the OpenAPI document and its page: an app's first steps come first. */
const rooms: Readonly<Record<string, readonly Endpoint[]>> = {
  sync: [
    ...syncEndpoints,
    ...operationTypeEndpoints,
    ...deviceEndpoints,
    ...purgeEndpoints,
    ...deviceSecretEndpoints,
    ...receiptEndpoints,
    ...supportPersonEndpoints,
    ...supportSyncEndpoints,
    ...quarantineEndpoints,
    ...supportAgendaEndpoints,
  ],
  "quick-log": [
    ...quickLogEndpoints,
    ...metricEndpoints,
    ...taskActEndpoints,
    ...taskLogEndpoints,
    ...todayEndpoints,
    ...todaySyncEndpoints,
    ...quickLogSyncEndpoints,
    ...reviewEndpoints,
  ],
  agenda: [
    ...agendaEndpoints,
    ...pinEndpoints,
    ...coachAgendaEndpoints,
    ...overviewEndpoints,
    ...internalAgendaEndpoints,
  ],
  inbox: [
    ...inboxPreferenceEndpoints,
    ...inboxReadEndpoints,
    ...rosterEndpoints,
    ...workspaceOverviewEndpoints,
    ...timelineEndpoints,
    ...inboxActEndpoints,
    ...internalInboxEndpoints,
  ],
  workouts: [
    ...offlineEndpoints,
    ...sessionSyncEndpoints,
    ...conflictEndpoints,
    ...coachSessionEndpoints,
    ...issueEndpoints,
    ...syncHealthEndpoints,
  ],
  forms: [
    ...clientFormEndpoints,
    ...formDraftEndpoints,
    ...formEndpoints,
    ...formClientEndpoints,
    ...formLifecycleEndpoints,
    ...coachFormEndpoints,
  ],
  media: [...uploadEndpoints, ...tusEndpoints, ...mediaEndpoints, ...clientFileEndpoints],
  exercises: [
    ...librarySearchEndpoints,
    ...ownExerciseEndpoints,
    ...mediaSessionEndpoints,
    ...providerUsageEndpoints,
    ...taxonomyEndpoints,
    ...licenceEndpoints,
    ...imageEndpoints,
    ...thumbnailEndpoints,
  ],
  notifications: [...preferenceEndpoints, ...notificationEndpoints, unsubscribeEndpoint],
  accounts: [
    ...identityEndpoints,
    ...accountEndpoints,
    ...termsEndpoints,
    ...coachProfileEndpoints,
    ...backchannelEndpoints,
    ...sessionEndpoints,
    ...clientHeartbeatEndpoints,
    ...sessionEndEndpoints,
    ...supportEndpoints,
  ],
  invitations: [
    ...invitationEndpoints,
    ...csvInvitationEndpoints,
    ...clientInvitationEndpoints,
    ...memberInvitationEndpoints,
    ...supportInvitationEndpoints,
  ],
  onboarding: [
    ...clientEndpoints,
    ...clientOnboardingEndpoints,
    ...coachOnboardingEndpoints,
    ...boardEndpoints,
    ...supportOnboardingEndpoints,
  ],
  relationships: [...relationshipEndpoints, ...clientProfileEndpoints, ...privacyEndpoints],
  workspaces: [...coachEndpoints, ...workspaceEndpoints, ...memberEndpoints],
  plans: [
    ...planEndpoints,
    ...planDraftEndpoints,
    ...publicationEndpoints,
    ...planAssignmentEndpoints,
    ...assignmentPauseEndpoints,
  ],
  providers: [...providerEndpoints, ...providerAdminEndpoints],
  privacy: [...accountExportEndpoints, ...accountDeletionEndpoints],
};

/** Every route of the API, room by room. */
export const endpoints: readonly Endpoint[] = Object.entries(rooms).flatMap(([room, routes]) =>
  routes.map((endpoint) => ({ ...endpoint, room })),
);
