import { makeTriesDue } from "../../../db/sync/retry/device-tries.ts";
import { lockDevice } from "../../../db/sync/settlement/settlement.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { isNoRowFault } from "../../bisect-work.ts";
import type { DeviceAgenda } from "./device-agenda.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";
import { counted } from "../../../rules/outbox/actor-agenda.ts";
import { retryDeferrals } from "../retry/retry-deferrals.ts";
import { beginBudget, hasTime, type DeviceRun, type SettlementDeps } from "./settlement-deps.ts";
import { emitAlarms } from "./emit-alarms.ts";
import { tidyDevice } from "./tidy-device.ts";

/**
 * Does what is due for a device, act by act: retries of deferred operations, days that become final, alarms. Each act
 * is one transaction that reads its facts again under lock. It may end with work left, which the agenda says. Safe to
 * run at any time and any number of times.
 *
 * @throws Error of the database, or, after all else, of a retried operation or of a relationship.
 */
export async function settleDevice(
  deps: SettlementDeps,
  { deviceId, retryNow = false }: SettleDeviceInput,
): Promise<DeviceAgenda> {
  const run = { ...deps, deviceId, ...beginBudget(deps) };
  if (retryNow) await retryAtOnce(run);
  const backlog = await recordBacklog(run);
  const { settledBatches } = backlog.agenda;
  const { tries, tidying, alarms } = backlog.due;
  if (!tries && !tidying && !alarms) return did(backlog, { settledBatches });
  const { retried, quarantined, fault } = await retryDeferrals(run);
  const { closed: daysClosed, faults } = await tidyScopes(run);
  if (alarms) await transact(run.em, (tx) => emitAlarms(tx, run));
  for (const one of [fault, ...faults]) if (one !== null) throw one;
  return did(await recordBacklog(run), { settledBatches, retried, quarantined, daysClosed });
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
  readonly daysClosed?: number;
}

function did({ agenda }: DeviceBacklog, done: Done): DeviceAgenda {
  const { settledBatches, retried = 0, quarantined = 0, daysClosed = 0 } = done;
  const counts = { "settled by lanes": settledBatches, retried, quarantined };
  return {
    ...agenda,
    settledBatches,
    did: counted({ ...counts, "days closed": daysClosed }),
  };
}

async function recordBacklog({ em, deviceId, settlements }: DeviceRun): Promise<DeviceBacklog> {
  return await transact(em, async (tx) => {
    await lockDevice(tx, deviceId);
    return await recordDeviceAgenda(tx, { deviceId, settlements });
  });
}

interface TidiedScopes {
  readonly closed: number;
  /** The faults of relationships that failed. */
  readonly faults: readonly Error[];
}

/** A relationship that fails does not delay the others (docs/rooms/house.md#one-fault). */
async function tidyScopes(run: DeviceRun): Promise<TidiedScopes> {
  const { em, deviceId, settlements } = run;
  const scopes = new Set<string>();
  for (const settlement of settlements) {
    for (const scope of await settlement.findDueScopes(em.fork(), deviceId)) scopes.add(scope);
  }
  let closed = 0;
  const faults: Error[] = [];
  for (const relationshipId of [...scopes].toSorted()) {
    if (!hasTime(run)) break;
    const scope = { deviceId, relationshipId, settlements };
    try {
      closed += await transact(em, (tx) => tidyDevice(tx, scope));
    } catch (error) {
      if (isNoRowFault(error) || !(error instanceof Error)) throw error;
      faults.push(error);
    }
  }
  return { closed, faults };
}
