import { deviceActor as definition } from "../../../contract/sync/actors.ts";
import { registerActor } from "../../outbox/register-actor.ts";
import { settleDevice } from "./settle-device.ts";

/**
 * The actor of a device: tries deferred operations again, closes undo windows when their time comes and
 * raises alarms (docs/rooms/actors.md#kinds). What it sent is settled by lanes.
 */
export const deviceActor = registerActor(definition, {
  settle: settleDevice,
  attributes: ({ relationshipId, workspaceId }, { deviceId }) => ({
    DeviceId: deviceId,
    RelationshipId: relationshipId,
    WorkspaceId: workspaceId,
  }),
  details: () => [],
});
