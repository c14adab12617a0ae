import { deviceActor } from "../../../contract/sync/device-actor.ts";
import {
  dropActorRow,
  saveActorRow,
  seeActor,
  type SeenActor,
} from "../../../db/outbox/actor-rows.ts";
import {
  findActorDevice,
  lockDeviceActor,
  readSyncWaits,
  type ActorDevice,
  type SyncWaits,
} from "../../../db/sync/settlement/settlement.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { agendaUntil } from "../../../rules/outbox/actor-agenda.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import {
  nextDeviceDeadline,
  type DeviceDeadline,
  type DeviceDueReason,
  type DeviceWait,
} from "../../../rules/sync/next-device-deadline.ts";
import { NO_DEVICE, type DeviceAgenda } from "./device-agenda.ts";

/**
 * Computes the deadlines of a device and stores them for the sweep and for operators, in the transaction that may
 * have changed them. The caller holds the lock on the device's lineage. An act that makes retries of a relationship due
 * does not, so the actor's row is locked before anything is read.
 */
export async function recordDeviceAgenda(tx: Tx, deviceId: string): Promise<DeviceBacklog> {
  const workflowId = deviceActorId(deviceId);
  await lockDeviceActor(tx, workflowId);
  const device = await findActorDevice(tx, { deviceId, workflowId });
  if (device === null) {
    await dropActorRow(tx, await seeActor(tx, workflowId));
    return { agenda: NO_DEVICE, due: NOTHING_DUE };
  }
  const sync = await readSyncWaits(tx, deviceId);
  const alarms = alarmWaits(sync);
  const waits = [retries(sync), ...alarms];
  const deadline = nextDeviceDeadline(waits);
  await writeActorRow(tx, { workflowId, marks: device.marks }, { deadline, now: sync.now });
  return {
    agenda: agendaOf(device, waits, { deadline, now: sync.now }),
    due: {
      tries: sync.earliestTryAt !== null && sync.earliestTryAt <= sync.now,
      alarms: alarms.some((wait) => isDue(wait, sync.now)),
    },
  };
}

/** The deadlines of a device, and the work that is due. */
export interface DeviceBacklog {
  readonly agenda: DeviceAgenda;
  readonly due: {
    /** Retries of deferred operations. */
    readonly tries: boolean;
    /** An outbox that is stuck, or an unacknowledged purge order. */
    readonly alarms: boolean;
  };
}

const NOTHING_DUE = { tries: false, alarms: false };

const isDue = ({ at, count }: DeviceWait, now: Date) => count > 0 && at <= now;

interface Deadline {
  readonly deadline: DeviceDeadline | null;
  readonly now: Date;
}

function agendaOf(
  { relationshipId, workspaceId, status, settledSince }: ActorDevice,
  waits: readonly DeviceWait[],
  { deadline, now }: Deadline,
): DeviceAgenda {
  return {
    ...agendaUntil(deadline, now),
    waiting: countWaiting(waits),
    settledBatches: settledSince,
    relationshipId,
    workspaceId,
    status,
  };
}

function retries({ now, deferredCount, earliestTryAt }: SyncWaits): DeviceWait {
  return { reason: "RETRY", at: earliestTryAt ?? now, count: deferredCount };
}

function alarmWaits({ now, stuckAt, purgeCount, purgeReminderAt }: SyncWaits): DeviceWait[] {
  return [
    { reason: "STUCK_OUTBOX", at: stuckAt ?? now, count: stuckAt === null ? 0 : 1 },
    { reason: "PURGE", at: purgeReminderAt ?? now, count: purgeCount },
  ];
}

async function writeActorRow(tx: Tx, seen: SeenActor, { deadline, now }: Deadline): Promise<void> {
  if (deadline === null) return await dropActorRow(tx, seen);
  const { at: dueAt, reason: dueReason } = deadline;
  await saveActorRow(tx, { ...seen, dueAt, dueReason, settledAt: now });
}

function countWaiting(waits: readonly DeviceWait[]): DeviceAgenda["waiting"] {
  const counts: Partial<Record<DeviceDueReason, number>> = {};
  for (const reason of deviceActor.dueReasons) counts[reason] = 0;
  for (const { reason, count } of waits) counts[reason] = (counts[reason] ?? 0) + count;
  return counts;
}
