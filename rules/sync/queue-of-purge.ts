import type { PurgeQueue, PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";

/**
 * What a purge makes of operations that were not sent (docs/rooms/sync.md#purge-orders). What somebody
 * else or an operator ends may be begun again by the same person, whose work is kept until then; what the
 * person ended, and what is no longer theirs to say, takes it along.
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
