import { defineActor } from "../outbox/define-actor.ts";

/** `device/{deviceId}` (docs/rules.md#actors-kinds). */
export const deviceActor = defineActor({
  kind: "device",
  subject: ["deviceId"],
  wakesOn: [
    "SyncBatchAdmitted",
    "OperationRetryRequested",
    "DeviceRevoked",
    "PurgeOrdered",
    "PurgeAcknowledged",
  ],
  dueReasons: ["SETTLEMENT", "RETRY", "UNDO_WINDOW", "STUCK_OUTBOX", "PURGE"],
  searchAttributes: ["DeviceId", "RelationshipId", "WorkspaceId"],
});
