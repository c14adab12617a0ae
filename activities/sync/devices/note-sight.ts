import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { touchDeviceSeen, type DeviceSight } from "../../../db/sync/devices/touch-device-seen.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";

const AT_MOST_EVERY_MS = 60_000;

/**
 * Notes a sync that wrote nothing else, at most once a minute. It is no fact: whatever goes wrong here
 * never fails a sync (document 1, "Release gates").
 *
 * @param lastSyncAt what is stored already, null when nothing is.
 */
export async function noteSight(
  em: SqlEntityManager,
  sight: Omit<DeviceSight, "actorId">,
  lastSyncAt: Date | null,
): Promise<void> {
  const age = sight.now.getTime() - (lastSyncAt?.getTime() ?? 0);
  if (age < AT_MOST_EVERY_MS) return;
  const actorId = deviceActorId(sight.deviceId);
  await touchDeviceSeen(em.fork(), { ...sight, actorId }).catch(() => undefined);
}
