import { makeTriesDue } from "../../../db/sync/retry/device-tries.ts";
import { lockDevice } from "../../../db/sync/settlement/settlement.ts";
import { transact } from "../../../db/transact.ts";
import type { DeviceAgenda } from "./device-agenda.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";
import { counted } from "../../../rules/outbox/actor-agenda.ts";
import { retryDeferrals } from "../retry/retry-deferrals.ts";
import { settleFailed, settleFresh } from "./settle-batches.ts";
import { BUDGET_MS, hasTime, type SettlementDeps, type SettlementRun } from "./settlement-run.ts";
import { emitAlarms } from "./emit-alarms.ts";
import { tidyDevice } from "./tidy-device.ts";

/** Which device; `retryNow` makes every waiting try due, as an operator asked. */
export interface SettleDeviceInput {
  readonly deviceId: string;
  readonly retryNow?: boolean;
}

/**
 * Settles what is due for a device, act by act, each one transaction that reads its facts again under
 * lock. It may end with more to do: the agenda says so. Safe to run at any time and any number of
 * times.
 *
 * @throws Error of the database, or of an operation's further try; never of a batch's settlement.
 */
export async function settleDevice(
  deps: SettlementDeps,
  { deviceId, retryNow = false }: SettleDeviceInput,
): Promise<DeviceAgenda> {
  const run = { ...deps, deviceId, until: performance.now() + BUDGET_MS };
  if (retryNow) await retryAtOnce(run);
  const fresh = await settleFresh(run);
  const backlog = fresh.backlog ?? (await look(run));
  const { failed, tries, tidying, alarms } = backlog.due;
  const { settledBatches } = fresh;
  if (!failed && !tries && !tidying && !alarms) return did(backlog, { settledBatches });
  const rest = await settleTheRest(run);
  if (alarms) await transact(run.em, (tx) => emitAlarms(tx, run));
  return did(await look(run), { ...rest, settledBatches: settledBatches + rest.settledBatches });
}

async function retryAtOnce({ em, deviceId }: SettlementRun): Promise<void> {
  await transact(em, async (tx) => {
    await lockDevice(tx, deviceId);
    await makeTriesDue(tx, deviceId);
  });
}

/** What one call settled, besides what it only looked at. */
interface Settled {
  readonly settledBatches: number;
  readonly retried?: number;
  readonly quarantined?: number;
  readonly undoWindowsClosed?: number;
}

function did({ agenda }: DeviceBacklog, settled: Settled): DeviceAgenda {
  const { settledBatches, retried = 0, quarantined = 0, undoWindowsClosed = 0 } = settled;
  const counts = { settled: settledBatches, retried, quarantined };
  return {
    ...agenda,
    settledBatches,
    did: counted({ ...counts, "undo windows closed": undoWindowsClosed }),
  };
}

/** What most calls do not meet: failed batches, further tries, housekeeping. */
async function settleTheRest(run: SettlementRun): Promise<Settled> {
  let settledBatches = await settleFailed(run);
  const { retried, quarantined, decidedCount, fault } = await retryDeferrals(run);
  // A verdict of a further try is stored as a batch of its own.
  if (decidedCount > 0) settledBatches += (await settleFresh(run)).settledBatches;
  const undoWindowsClosed = await tidyScopes(run);
  if (fault !== null) throw fault;
  return { settledBatches, retried, quarantined, undoWindowsClosed };
}

/** Finds out what is waited for when no other act has. */
async function look({ em, deviceId, settlements }: SettlementRun): Promise<DeviceBacklog> {
  return await transact(em, async (tx) => {
    await lockDevice(tx, deviceId);
    return await recordDeviceAgenda(tx, { deviceId, settlements });
  });
}

async function tidyScopes(run: SettlementRun): Promise<number> {
  const { em, deviceId, settlements } = run;
  const scopes = new Set<string>();
  for (const settlement of settlements) {
    for (const scope of await settlement.findDueScopes(em.fork(), deviceId)) scopes.add(scope);
  }
  let closed = 0;
  for (const relationshipId of [...scopes].toSorted()) {
    if (!hasTime(run)) break;
    closed += await transact(em, (tx) => tidyDevice(tx, { deviceId, relationshipId, settlements }));
  }
  return closed;
}
