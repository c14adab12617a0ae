import type { DeviceStatus } from "../../../contract/sync/vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";
import type { DeviceDueReason } from "../../../rules/sync/next-device-deadline.ts";

/** The agenda of a device's actor: ids, counts, statuses and instants, as plain JSON. */
export interface DeviceAgenda extends ActorAgenda<DeviceDueReason> {
  /** Batches of the device that lanes settled since its actor last ran. */
  readonly settledBatches: number;
  /** The relationship of the last operation; null before the first. */
  readonly relationshipId: string | null;
  readonly workspaceId: string | null;
  /** Null for a device that no longer exists. */
  readonly status: DeviceStatus | null;
}

/** The agenda of a deleted device. */
export const NO_DEVICE: DeviceAgenda = {
  ...NOTHING_WAITS,
  settledBatches: 0,
  relationshipId: null,
  workspaceId: null,
  status: null,
};
