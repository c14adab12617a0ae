import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { faultClassOf } from "../../db/fault-class.ts";
import { findDueSetAsides, makeTriesDue } from "../../db/sync/device-tries.ts";
import type { SetAsideKey } from "../../db/sync/set-aside.ts";
import {
  findFailedBatches,
  findFreshSlice,
  lockDevice,
  type BatchSlice,
} from "../../db/sync/settlement.ts";
import { isDatabaseTrouble, transact } from "../../db/transact.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { DeviceAgenda } from "./device-agenda.ts";
import type { FeatureSettlement } from "./feature-settlement.ts";
import { noteDeviceAgenda } from "./note-device-agenda.ts";
import type { OperationFeature } from "./operation-feature.ts";
import { passOverBatch } from "./pass-over-batch.ts";
import { readmitSetAside } from "./readmit-set-aside.ts";
import { settleSlice } from "./settle-slice.ts";
import { tidyDevice } from "./tidy-device.ts";

/** What settlement is built from. */
export interface SettlementDeps {
  readonly em: SqlEntityManager;
  readonly settlements: readonly FeatureSettlement[];
  /** The features as admission has them, for operations that are tried again. */
  readonly features: readonly OperationFeature[];
  readonly log: Logger;
}

/** Which device; `retryNow` makes every waiting try due, as an operator asked. */
export interface SettleDeviceInput {
  readonly deviceId: string;
  readonly retryNow?: boolean;
}

/** Batches of one transaction (actors.md, rule 4). */
const SLICE = 20;

/** Failed batches and set-aside operations tried in one call, each in a transaction of its own. */
const TRIES = 5;

/** No transaction is begun after this time, so that the call ends within the 1.5 s it is given. */
const BUDGET_MS = 700;

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
  if (retryNow) await transact(deps.em, (tx) => makeTriesDue(tx, deviceId));
  const settledBatches = await settleBatches(run);
  const tries = await retrySetAsides(run);
  const triedBatches = tries.decidedCount === 0 ? 0 : await settleBatches(run);
  await tidyScopes(run);
  if (tries.fault !== null) throw tries.fault;
  const agenda = await transact(deps.em, async (tx) => {
    await lockDevice(tx, deviceId);
    return await noteDeviceAgenda(tx, { deviceId, settlements: deps.settlements });
  });
  return { ...agenda, settledBatches: settledBatches + triedBatches };
}

interface Run extends SettlementDeps {
  readonly deviceId: string;
  readonly until: number;
}

const hasTime = ({ until }: Run) => performance.now() < until;

async function settleBatches(run: Run): Promise<number> {
  let settled = 0;
  while (hasTime(run)) {
    const slice = await findFreshSlice(run.em.fork(), run.deviceId, SLICE);
    if (slice === null) break;
    settled += await settleTogether(run, slice);
  }
  for (const failed of await findFailedBatches(run.em.fork(), run.deviceId, TRIES)) {
    if (hasTime(run)) settled += await settleAlone(run, failed);
  }
  return settled;
}

/** Together while all is well; when that fails, each alone, so that one bad batch harms no other. */
async function settleTogether(run: Run, slice: BatchSlice): Promise<number> {
  try {
    return await settleOnce(run, slice);
  } catch (error) {
    if (isTrouble(error)) throw error;
    let settled = 0;
    for (const batchId of slice.batchIds) {
      settled += await settleAlone(run, { ...slice, batchIds: [batchId] });
    }
    return settled;
  }
}

async function settleAlone(run: Run, slice: BatchSlice): Promise<number> {
  try {
    return await settleOnce(run, slice);
  } catch (error) {
    if (isTrouble(error)) throw error;
    const { batchIds, deviceId } = { ...slice, ...run };
    run.log.error({ batchIds, failureClass: faultClassOf(error) }, "a batch was not settled");
    const { settlements } = run;
    await transact(run.em, (tx) => passOverBatch(tx, { ...slice, deviceId, settlements }, error));
    return 0;
  }
}

async function settleOnce({ em, deviceId, settlements }: Run, slice: BatchSlice): Promise<number> {
  const agenda = await transact(em, (tx) => settleSlice(tx, { ...slice, deviceId, settlements }));
  return agenda.settledBatches;
}

/** How the due tries went: verdicts found, and the first fault that was not the operation's own. */
interface Tries {
  readonly decidedCount: number;
  readonly fault: Error | null;
}

/** Each try in its own transaction; the crash of an operation is counted by the try itself. */
async function retrySetAsides(run: Run): Promise<Tries> {
  let decidedCount = 0;
  let fault: Error | null = null;
  for (const key of await findDueSetAsides(run.em.fork(), run.deviceId, TRIES)) {
    if (!hasTime(run)) break;
    try {
      decidedCount += await retryOnce(run, key);
    } catch (error) {
      fault ??= error instanceof Error ? error : new Error("A try failed", { cause: error });
    }
  }
  return { decidedCount, fault };
}

async function retryOnce(run: Run, key: SetAsideKey): Promise<number> {
  const { em, deviceId, features, settlements } = run;
  return await transact(em, async (tx) => {
    const readmission = await readmitSetAside(tx, { ...key, features });
    await noteDeviceAgenda(tx, { deviceId, settlements });
    return readmission === "DECIDED" || readmission === "QUARANTINED" ? 1 : 0;
  });
}

async function tidyScopes(run: Run): Promise<void> {
  const { em, deviceId, settlements } = run;
  const scopes = new Set<string>();
  for (const settlement of settlements) {
    for (const scope of await settlement.findDueScopes(em.fork(), deviceId)) scopes.add(scope);
  }
  for (const relationshipId of [...scopes].toSorted()) {
    if (!hasTime(run)) return;
    await transact(em, (tx) => tidyDevice(tx, { deviceId, relationshipId, settlements }));
  }
}

function isTrouble(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === "UNAVAILABLE";
  return isDatabaseTrouble(error);
}
