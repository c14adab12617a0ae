import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  claimSilentDevices,
  listSilentDevices,
} from "../../../db/sync/devices/list-silent-devices.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { type FaultLog, bisectWork, isNoRowFault } from "../../bisect-work.ts";

/**
 * Reports devices that were not seen for 7 days although operations wait in their outbox, once for each absence.
 * Interrupted or repeated, it continues where it stopped. A device that fails is passed over
 * (docs/rooms/house.md#one-fault).
 */
export async function emitSilentDevices(
  em: SqlEntityManager,
  { except }: SilentInput = { except: [] },
  log?: FaultLog,
): Promise<SilentSlice> {
  const ids = await transact(em, (tx) => listSilentDevices(tx, { except, limit: SLICE }));
  const failed: string[] = [];
  const together = (some: readonly string[]) => transact(em, (tx) => emitSilent(tx, some));
  const alone = async (deviceId: string, error: unknown) => {
    const failureClass = faultClassOf(error);
    log?.error({ deviceId, failureClass, err: error }, "a silent device was not reported");
    failed.push(deviceId);
  };
  const { doneCount: wokenCount } = await bisectWork(ids, { together, alone }, isNoRowFault);
  return { wokenCount, failed, full: ids.length === SLICE };
}

/** Devices of one slice. */
const SLICE = 500;

/** Start of a slice. */
export interface SilentInput {
  /** Devices that failed; they do not delay the others. */
  readonly except: readonly string[];
}

/** The result of one slice; while `full`, there may be more. */
export interface SilentSlice {
  readonly wokenCount: number;
  /** Ids of devices that failed. */
  readonly failed: readonly string[];
  readonly full: boolean;
}

async function emitSilent(tx: Tx, ids: readonly string[]): Promise<number> {
  const devices = await claimSilentDevices(tx, ids);
  const events = devices.map(({ deviceId, depth }) => {
    const refs = { depth };
    const silent = { eventId: newId(), type: "DeviceOutboxSilent", version: 0 } as const;
    return { ...silent, subjectId: deviceId, refs };
  });
  await appendEvents(tx, events, { now: await clockNow(tx), requestId: null });
  return devices.length;
}
