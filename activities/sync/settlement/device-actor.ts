import { deviceActor as definition } from "../../../contract/sync/device-actor.ts";
import { registerActor } from "../../outbox/register-actor.ts";
import { settleDevice } from "./settle-device.ts";

/**
 * The actor of a device: retries deferred operations and raises alarms (docs/rooms/actors.md#kinds). Lanes settle its
 * batches and make its days final.
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
