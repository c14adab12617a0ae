import {
  ApplicationFailure,
  continueAsNew,
  proxyLocalActivities,
  workflowInfo,
} from "@temporalio/workflow";
import type { SyncActivities } from "../../activities/sync/index.ts";
import { deviceIdOf } from "../../rules/sync/device-actor-id.ts";
import { runActor, type ActorInput } from "../run-actor.ts";
import { DEVICE_ID, RELATIONSHIP_ID, WORKSPACE_ID } from "../search-attribute-keys.ts";

const sync = proxyLocalActivities<SyncActivities>({
  startToCloseTimeout: "1500ms",
  retry: { maximumAttempts: 1 },
  summary: "settle what is due for the device",
});

/**
 * The actor `device/{deviceId}`: settles the batches its device sent, tries deferred operations again,
 * and closes undo windows when their time comes (docs/rules.md#actors-device).
 */
export async function deviceActor(input: ActorInput = {}): Promise<void> {
  const deviceId = requireDeviceId(workflowInfo().workflowId);
  await runActor(
    {
      settle: ({ retryNow }) => sync.settleDevice({ deviceId, retryNow }),
      attributes: ({ relationshipId, workspaceId }) => [
        { key: DEVICE_ID, value: deviceId },
        { key: RELATIONSHIP_ID, value: relationshipId },
        { key: WORKSPACE_ID, value: workspaceId },
      ],
      details: () => [],
      continueAsNew: (next) => continueAsNew<typeof deviceActor>(next),
    },
    input,
  );
}

function requireDeviceId(workflowId: string): string {
  const deviceId = deviceIdOf(workflowId);
  if (deviceId !== null) return deviceId;
  throw ApplicationFailure.nonRetryable("The workflow id names no device", "NOT_A_DEVICE");
}
