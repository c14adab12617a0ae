import { agendaEndpoints } from "./agenda/routes.ts";
import type { Endpoint } from "./endpoint.ts";
import { clientFormEndpoints } from "./forms/client-assignment-routes.ts";
import { coachFormEndpoints } from "./forms/coach-assignment-routes.ts";
import { formDraftEndpoints } from "./forms/draft-routes.ts";
import { formLifecycleEndpoints } from "./forms/form-lifecycle-routes.ts";
import { formEndpoints } from "./forms/form-routes.ts";
import { accountDeletionEndpoints } from "./identity/account-deletion-routes.ts";
import { backchannelEndpoints } from "./identity/backchannel-routes.ts";
import { clientEndpoints } from "./identity/client-routes.ts";
import { coachEndpoints } from "./identity/coach-routes.ts";
import { identityEndpoints } from "./identity/identity-routes.ts";
import { clientInvitationEndpoints } from "./identity/client-invitation-routes.ts";
import { invitationEndpoints } from "./identity/invitation-routes.ts";
import { sessionEndpoints } from "./identity/session-routes.ts";
import { termsEndpoints } from "./identity/terms-routes.ts";
import { profileEndpoints } from "./identity/profile-routes.ts";
import { memberInvitationEndpoints } from "./identity/member-invitation-routes.ts";
import { memberEndpoints } from "./identity/member-routes.ts";
import { relationshipEndpoints } from "./identity/relationship-routes.ts";
import { workspaceEndpoints } from "./identity/workspace-routes.ts";
import { supportEndpoints } from "./identity/support-routes.ts";
import { providerAdminEndpoints } from "./identity/provider-admin-routes.ts";
import { providerEndpoints } from "./identity/provider-routes.ts";
import { mediaEndpoints } from "./media/media-routes.ts";
import { tusEndpoints } from "./media/tus-routes.ts";
import { uploadEndpoints } from "./media/upload-routes.ts";
import { clientOnboardingEndpoints } from "./onboarding/client-routes.ts";
import { coachOnboardingEndpoints } from "./onboarding/coach-routes.ts";
import { supportOnboardingEndpoints } from "./onboarding/support-routes.ts";
import { notificationEndpoints } from "./notifications/notification-routes.ts";
import { preferenceEndpoints } from "./notifications/preference-routes.ts";
import { planAssignmentEndpoints } from "./plans/assignment-routes.ts";
import { planEndpoints } from "./plans/routes.ts";
import { quickLogEndpoints } from "./quick-log/routes.ts";
import { deviceEndpoints } from "./sync/device-routes.ts";
import { purgeEndpoints } from "./sync/purge-routes.ts";
import { quarantineEndpoints } from "./sync/quarantine-routes.ts";
import { receiptEndpoints } from "./sync/receipt-routes.ts";
import { syncEndpoints } from "./sync/routes.ts";
import { supportSyncEndpoints } from "./sync/support-routes.ts";

/** Every route of the API, room by room. */
export const endpoints: readonly Endpoint[] = [
  ...coachEndpoints,
  ...identityEndpoints,
  ...termsEndpoints,
  ...invitationEndpoints,
  ...clientInvitationEndpoints,
  ...clientEndpoints,
  ...relationshipEndpoints,
  ...profileEndpoints,
  ...workspaceEndpoints,
  ...memberEndpoints,
  ...memberInvitationEndpoints,
  ...accountDeletionEndpoints,
  ...backchannelEndpoints,
  ...sessionEndpoints,
  ...supportEndpoints,
  ...providerEndpoints,
  ...providerAdminEndpoints,
  ...clientOnboardingEndpoints,
  ...coachOnboardingEndpoints,
  ...supportOnboardingEndpoints,
  ...preferenceEndpoints,
  ...notificationEndpoints,
  ...planEndpoints,
  ...planAssignmentEndpoints,
  ...agendaEndpoints,
  ...deviceEndpoints,
  ...purgeEndpoints,
  ...receiptEndpoints,
  ...syncEndpoints,
  ...supportSyncEndpoints,
  ...quarantineEndpoints,
  ...quickLogEndpoints,
  ...uploadEndpoints,
  ...tusEndpoints,
  ...mediaEndpoints,
  ...clientFormEndpoints,
  ...formDraftEndpoints,
  ...formEndpoints,
  ...formLifecycleEndpoints,
  ...coachFormEndpoints,
];
