import type { SessionEnd } from "../../contract/accounts/session-vocabulary.ts";
import type { PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";

/**
 * Why the devices of an ended session delete their data. A logout is confirmed by the person on the phone; ending a
 * session remotely revokes its devices.
 */
export const TRIGGER_OF_SESSION_END = {
  LOGOUT: "LOGOUT",
  REVOKED: "DEVICE_REVOCATION",
  REVOKED_ALL: "DEVICE_REVOCATION",
  PROVIDER_LOGOUT: "DEVICE_REVOCATION",
  IDENTITY_UNLINKED: "DEVICE_REVOCATION",
  PROVIDER_DISABLED: "PERMISSION_REVOCATION",
  SUSPENSION: "PERMISSION_REVOCATION",
  ACCOUNT_DELETION: "ACCOUNT_DELETION",
} as const satisfies Record<SessionEnd, PurgeTrigger>;
