import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  touchDeviceSeen,
  type DeviceLastSeen,
} from "../../../db/sync/devices/touch-device-seen.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";

/**
 * Records a sync that wrote nothing else, at most once a minute. It is only a hint: a failure here never fails a sync
 * (docs/rooms/sync.md#last-seen).
 *
 * @param lastSyncAt the stored value, null when there is none.
 */
export async function recordLastSeen(
  em: SqlEntityManager,
  lastSeen: Omit<DeviceLastSeen, "actorId">,
  lastSyncAt: Date | null,
): Promise<void> {
  const age = lastSeen.now.getTime() - (lastSyncAt?.getTime() ?? 0);
  if (age < AT_MOST_EVERY_MS) return;
  const actorId = deviceActorId(lastSeen.deviceId);
  await touchDeviceSeen(em.fork(), { ...lastSeen, actorId }).catch(() => undefined);
}

const AT_MOST_EVERY_MS = 60_000;
