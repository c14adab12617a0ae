import { makeTriesDue } from "../../../db/sync/retry/device-tries.ts";
import { lockDevice } from "../../../db/sync/settlement/settlement.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type { DeviceAgenda } from "./device-agenda.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";
import { counted } from "../../../rules/outbox/actor-agenda.ts";
import { retryDeferrals } from "../retry/retry-deferrals.ts";
import { beginBudget, type DeviceRun, type SettlementDeps } from "./settlement-deps.ts";
import { emitAlarms } from "./emit-alarms.ts";

/**
 * Does what is due for a device, act by act: retries of deferred operations, and alarms. Each act is one transaction
 * that reads its facts again under lock. It may end with work left, which the agenda says. Safe to run at any time and
 * any number of times.
 *
 * @throws Error of the database, or, after all else, of a retried operation.
 */
export async function settleDevice(
  deps: SettlementDeps,
  { deviceId, retryNow = false }: SettleDeviceInput,
): Promise<DeviceAgenda> {
  const run = { ...deps, deviceId, ...beginBudget(deps) };
  if (retryNow) await retryAtOnce(run);
  const backlog = await recordBacklog(run);
  const { settledBatches } = backlog.agenda;
  const { tries, alarms } = backlog.due;
  if (!tries && !alarms) return did(backlog, { settledBatches });
  const { retried, quarantined, fault } = await retryDeferrals(run);
  if (alarms) await transact(run.em, (tx) => emitAlarms(tx, deviceId));
  if (fault !== null) throw fault;
  return did(await recordBacklog(run), { settledBatches, retried, quarantined });
}

/** The device. `retryNow` makes all waiting retries due, at an operator's request. */
export interface SettleDeviceInput {
  readonly deviceId: string;
  readonly retryNow?: boolean;
}

async function retryAtOnce({ em, deviceId }: DeviceRun): Promise<void> {
  await transact(em, async (tx) => {
    await lockDevice(tx, deviceId);
    await makeTriesDue(tx, deviceId);
  });
}

/** The result of one call, and what lanes settled since the last one. */
interface Done {
  readonly settledBatches: number;
  readonly retried?: number;
  readonly quarantined?: number;
}

function did({ agenda }: DeviceBacklog, done: Done): DeviceAgenda {
  const { settledBatches, retried = 0, quarantined = 0 } = done;
  const counts = { "settled by lanes": settledBatches, retried, quarantined };
  return { ...agenda, settledBatches, did: counted(counts) };
}

async function recordBacklog({ em, deviceId }: DeviceRun): Promise<DeviceBacklog> {
  return await transact(em, async (tx) => {
    await lockDevice(tx, deviceId);
    return await recordDeviceAgenda(tx, deviceId);
  });
}
