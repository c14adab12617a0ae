import { Refusal } from "../../../contract/refusal.ts";
import { moveDeviceToSession } from "../../../db/sync/devices/revoke-session-devices.ts";
import { lockLineageOf } from "../../../db/sync/devices/insert-device.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { lockAccountState } from "../../accounts/lock-account-state.ts";

/**
 * Moves a device to the session that uses it (docs/rooms/sync.md#devices), so that the end of this session revokes
 * it.
 *
 * @throws Refusal UNAUTHENTICATED when the session was ended meanwhile.
 */
export async function adoptDevice(tx: Tx, use: DeviceUse): Promise<void> {
  const { userId, appSessionId } = use;
  const key = { userId, appSessionId, workspaceId: null, changesWorkspace: false };
  const accountState = await lockAccountState(tx, key);
  if (accountState.sessionEnded) throw new Refusal("UNAUTHENTICATED");
  await lockLineageOf(tx, use.deviceId);
  await moveDeviceToSession(tx, use);
}

/** A session that uses a device of an earlier session of the same user. */
export interface DeviceUse {
  readonly deviceId: string;
  readonly userId: string;
  readonly appSessionId: string;
}
