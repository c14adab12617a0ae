import type { DeviceStatus } from "../../../contract/sync/vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";
import type { DeviceDueReason } from "../../../rules/sync/next-device-deadline.ts";

/** What a device's actor has before it: ids, counts, statuses and instants, as plain JSON. */
export interface DeviceAgenda extends ActorAgenda<DeviceDueReason> {
  /** Batches of it that lanes settled since its actor looked last. */
  readonly settledBatches: number;
  /** Of the operation that came last; null before the first. */
  readonly relationshipId: string | null;
  readonly workspaceId: string | null;
  /** Null for a device that does not exist any more. */
  readonly status: DeviceStatus | null;
}

/** The agenda of a device that is gone. */
export const NO_DEVICE: DeviceAgenda = {
  ...NOTHING_WAITS,
  settledBatches: 0,
  relationshipId: null,
  workspaceId: null,
  status: null,
};
