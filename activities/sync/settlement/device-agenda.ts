import type { DeviceStatus } from "../../../contract/sync/vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";

/** What a device's actor has before it: ids, counts, statuses and instants, as plain JSON. */
export interface DeviceAgenda extends ActorAgenda {
  /** Batches settled by this call. */
  readonly settledBatches: number;
  /** Of the batch that came last; null before the first. */
  readonly relationshipId: string | null;
  readonly workspaceId: string | null;
  /** Null for a device that does not exist any more. */
  readonly status: DeviceStatus | null;
}

/** The agenda of a device that is gone. */
export const NO_DEVICE: DeviceAgenda = {
  open: false,
  dueAt: null,
  dueReason: null,
  dueInMs: null,
  settledBatches: 0,
  waiting: NOTHING_WAITS,
  relationshipId: null,
  workspaceId: null,
  status: null,
};
