import { defineActor } from "../outbox/define-actor.ts";

/** `device/{deviceId}` (docs/rules.md#actors-kinds). */
export const deviceActor = defineActor({
  kind: "device",
  subject: ["deviceId"],
  wakesOn: [
    "OperationDeferred",
    "DeviceDueSooner",
    "OperationRetryRequested",
    "DeviceRevoked",
    "PurgeOrdered",
    "PurgeAcknowledged",
  ],
  dueReasons: ["RETRY", "UNDO_WINDOW", "STUCK_OUTBOX", "PURGE"],
  searchAttributes: ["DeviceId", "RelationshipId", "WorkspaceId"],
});
