import { expect } from "@jest/globals";
import type { ChainedReceipt } from "../../../../contract/sync/receipts/receipt-schema.ts";
import type { OperationResult } from "../../../../contract/sync/schema.ts";
import { GENESIS_HASH } from "../../../../contract/sync/vocabulary.ts";
import { type KnownChain, readOn, readWorld } from "./state.ts";
import { at, type Expected, keyOf, type ModelOperation } from "./terms.ts";
import type { Stage, World } from "./world.ts";
import { misnamedValues } from "../../quick-log/newest-values.ts";
import type { SyncModel } from "./sync-model.ts";

/** One history in progress: the product, its reference, and the memory of its phones. */
export interface Play {
  readonly stage: Stage;
  readonly world: World;
  readonly model: SyncModel;
  /** The operations that each phone has sent, to any scope. */
  readonly sent: { readonly scope: number; readonly operation: ModelOperation }[][];
  /** The operations that each phone sent without getting an answer, and sends again. */
  readonly unheard: Map<string, ModelOperation[]>;
  /** The cursor of each phone in each scope. */
  readonly cursors: Map<string, number>;
  readonly chains: Map<string, KnownChain>;
  /** Stored answers, by identity. */
  readonly answers: Map<string, OperationResult>;
  count: number;
}

/** Compares everything: receipts, effects, revisions, chains, counters, deferrals and batches. */
export async function agree(play: Play): Promise<void> {
  const { stage, world, model, chains, answers } = play;
  const found = await readWorld(stage.em, world, chains);
  const devices = model.phones.flat();
  for (const [index, device] of found.devices.entries()) {
    const expected = at(devices, index);
    const known = chains.get(device.id) ?? { seq: 0, hash: GENESIS_HASH, digest: null };
    expect(device.before).toBe(known.digest);
    const receipts = await readOn(stage.em, device, known);
    const phone = world.phones.findIndex(({ deviceIds }) => deviceIds.includes(device.id));
    const due = expected.receipts.slice(known.seq);
    expect(receipts.map((receipt) => seenOf(receipt))).toEqual(due.map(verdictOf));
    for (const [offset, receipt] of receipts.entries()) {
      const { key } = at(due, offset);
      expect(key.endsWith(`/${receipt.clientOperationId}`) && key.startsWith(`${phone}/`)).toBe(
        true,
      );
      answers.set(key, resultOf(receipt));
    }
    chains.set(device.id, { seq: device.seq, hash: device.hash, digest: device.all });
    const { active, admitted, settled } = expected;
    expect(device).toMatchObject({ active, admitted, settled, settledByRun: settled });
  }
  expect(found.scopes).toEqual(model.scopes.map((_, index) => scopeOf(model, index)));
  for (const { relationshipId } of world.scopes)
    expect(await misnamedValues(stage.em, relationshipId)).toEqual([]);
}
/** The result that a receipt contains. */
function resultOf(receipt: ChainedReceipt): OperationResult {
  const {
    operationType: _type,
    operationVersion: _version,
    canonicalRecordId: _record,
    acceptedAt: _acceptedAt,
    createdAt: _createdAt,
    previousHash: _previousHash,
    hash: _hash,
    chainSeq: _chainSeq,
    expectedRevision: _expectedRevision,
    payloadChecksum: _checksum,
    deviceId: _device,
    ...result
  } = receipt;
  return result;
}

function seenOf(receipt: OperationResult) {
  const code = receipt.rejectionCode ?? receipt.conflictCode ?? null;
  return { status: receipt.status, code, revision: receipt.acceptedRevision };
}
function verdictOf({ status, code, revision }: Expected) {
  return { status, code, revision };
}

const COUNTED_AS = { task: ["agenda_task"], scope: ["scope"], day: null };

function scopeOf(model: SyncModel, index: number) {
  const { status, changes, water, valueRows, notes } = at(model.scopes, index);
  const inForce = water.entries.filter((entry) => entry.isInForce);
  const own = [...model.deferrals].filter(([, { scope }]) => scope === index);
  return {
    status,
    seq: changes.length,
    revision: water.revision,
    current: inForce.reduce((sum, { amount }) => sum + amount, 0),
    entryCount: inForce.length,
    valueRows,
    notes: notes.toSorted(),
    changes: changes.map((kind) => COUNTED_AS[kind]),
    deferrals: own
      .map(([, { operation, attempts, state }]) => ({
        id: operation.wire.clientOperationId,
        attempts,
        state,
      }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

/** A result in the terms of the model, checked against its receipt. */
export function verdictsAt(
  { answers }: Play,
  where: { readonly phone: number; readonly scope: number },
  result: OperationResult,
): Expected {
  const { status, receiptId, acceptedRevision: revision } = result;
  const code = result.rejectionCode ?? result.conflictCode ?? null;
  const stored = answers.get(keyOf(where, result));
  if (receiptId !== null) {
    expect(stored?.receiptId).toBe(receiptId);
    if (code !== "OPERATION_ID_REUSED")
      expect({ ...result, status: stored?.status }).toEqual(stored);
  }
  return { status, code, revision, receipt: receiptId !== null };
}
