import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import pino from "pino";
import { settleSlice } from "../../../activities/sync/settlement/settle-slice.ts";
import type { DueBatch } from "../../../db/sync/settlement/find-due-batches.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type { FeatureSettlement } from "../../../activities/sync/feature-settlement.ts";
import type { OperationFeature } from "../../../activities/sync/operation-feature.ts";
import type { InvitationDeps } from "../../../activities/invitations/invitation-actor.ts";
import type { DeletionDeps } from "../../../activities/privacy/account-deletion-actor.ts";
import type { DeviceAgenda } from "../../../activities/sync/settlement/device-agenda.ts";
import {
  settleDevice,
  type SettleDeviceInput,
} from "../../../activities/sync/settlement/settle-device.ts";
import { settleLane } from "../../../activities/sync/settlement/settle-lane.ts";
import { createLaneMemory } from "../../../activities/sync/settlement/lane-memory.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { SettlementDeps } from "../../../activities/sync/settlement/settlement-deps.ts";
import { hooks } from "../../../workers/hooks.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import { featureSettlements } from "../../../workers/feature-settlements.ts";
import { INVITATION_KEY } from "../accounts/identity.ts";

/**
 * Dependencies of settlement, by default with production's features. A call may take a minute: on a busy machine the
 * product's budget would leave work that a test expects to be done.
 */
export function settlementDeps(
  em: SqlEntityManager,
  settlements: readonly FeatureSettlement[] = featureSettlements,
  features: readonly OperationFeature[] = operationFeatures,
): SettlementDeps & DeletionDeps & InvitationDeps {
  const countBatches = () => undefined;
  return {
    em,
    settlements,
    features,
    hooks,
    markErased: async () => {},
    invitationKey: INVITATION_KEY,
    countBatches,
    lanes: 1,
    memory: createLaneMemory(),
    budgetMs: 60_000,
    log: pino({ level: "silent" }),
  };
}

/** The settled batches, and the deadline of a device afterwards. */
export interface SettledAll extends DeviceAgenda {
  /** Number of settled batches of any device. */
  readonly settledBatches: number;
  /** Number of waiting batches of any device. */
  readonly waitingBatches: number;
  /** Number of days of any relationship that became final. */
  readonly finalDays: number;
}

/**
 * Settles every due batch in the database and the due work of a device, then settles again: a retried decision is a
 * separate batch.
 */
export async function settleAll(
  deps: SettlementDeps,
  input: SettleDeviceInput,
): Promise<SettledAll> {
  const { retryNow = false } = input;
  const before = await settleLanes(deps, retryNow);
  await settleDevice(deps, input);
  const after = await settleLanes(deps, false);
  const agenda = await settleDevice(deps, { ...input, retryNow: false });
  const did = [...before.did, ...after.did];
  const settledBatches = did.reduce(countSettled, 0);
  const finalDays = did.reduce(countFinal, 0);
  return { ...agenda, settledBatches, finalDays, waitingBatches: after.count };
}

/** Runs until nothing is due; rows locked by another session are skipped. */
async function settleLanes(deps: SettlementDeps, retryNow: boolean) {
  const did: string[] = [];
  for (let calls = 0; ; calls += 1) {
    const lane = await settleLane(deps, {
      lane: "0",
      runId: newId(),
      retryNow: retryNow && calls === 0,
    });
    did.push(...lane.did);
    if (lane.lagMs === 0 || calls === 200) return { ...lane, did };
    await sleep(10);
  }
}

function countSettled(sum: number, line: string): number {
  return sum + Number(/^settled (\d+):/.exec(line)?.[1] ?? 0);
}

function countFinal(sum: number, line: string): number {
  return sum + Number(/^days final (\d+)$/.exec(line)?.[1] ?? 0);
}

/** Settles the batches of one device, as its lane would, and leaves those of others. */
export async function settleOf({ em, settlements }: SettlementDeps, deviceId: string) {
  const { rows } = await sql<DueBatch>`select id as "batchId", relationship_id as "relationshipId",
      0 as "lateByMs", false as orphaned, trace_context as "traceContext"
    from sync_batch where device_id = ${deviceId} and status = 'ADMITTED' order by id`.execute(
    em.fork().getKysely(),
  );
  const settler = { lane: 0, runId: newId() };
  const slice = { batches: rows, settlements, settler, waits: true };
  if (rows.length > 0) await transact(em, (tx) => settleSlice(tx, slice));
}
