import { deviceActor as definition } from "../../../contract/sync/device-actor.ts";
import { registerActor } from "../../outbox/register-actor.ts";
import { settleDevice } from "./settle-device.ts";

/**
 * The actor of a device: settles the batches it sent, tries deferred operations again, and closes undo
 * windows when their time comes (docs/rules.md#actors-kinds).
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
