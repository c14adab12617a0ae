import type { PurgeQueue, PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";

/**
 * The effect of a purge on unsent operations (docs/rooms/sync.md#purge-orders). If somebody else or an operator ended
 * the scope, the same person may begin it again, and unsent work is kept until then. If the person ended it, or the
 * relationship is over, unsent work is purged too.
 */
export const QUEUE_OF_PURGE = {
  LOGOUT: "DELETE",
  ACCOUNT_SWITCH: "DELETE",
  RELATIONSHIP_END: "DELETE",
  ACCOUNT_DELETION: "DELETE",
  DEVICE_RESET: "DELETE",
  PERMISSION_REVOCATION: "KEEP",
  WORKSPACE_SUSPENSION: "KEEP",
  DEVICE_REVOCATION: "KEEP",
} as const satisfies Record<PurgeTrigger, PurgeQueue>;
