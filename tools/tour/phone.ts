import { payloadChecksum } from "../../contract/canonical-form.ts";
import { localStateOf } from "../../contract/sync/local-state.ts";
import type { Operation, OperationResult, ClientOutboxHealth } from "../../contract/sync/schema.ts";
import { BATCH_LIMITS, type LocalStatus } from "../../contract/sync/vocabulary.ts";
import { sha256 } from "../../rules/sha256.ts";

/** A waiting or sent operation on the phone, with the server's last result. */
export interface PendingOperation {
  readonly operation: Operation;
  readonly localStatus: LocalStatus;
  readonly result: OperationResult | null;
}

/** All actions of the phone's owner, oldest first. Nothing is ever removed. */
export type Outbox = readonly PendingOperation[];

/** A person's action, as the app passes it to the outbox. */
export type QueuedAction = Pick<
  Operation,
  | "clientOperationId"
  | "operationType"
  | "payload"
  | "expectedRevision"
  | "clientRecordedAt"
  | "resubmitOf"
> &
  Partial<Pick<Operation, "operationVersion">>;

/** Adds an action to the outbox, with an id and the checksum of its payload (RFC 8785). */
export async function queueAction(outbox: Outbox, action: QueuedAction): Promise<Outbox> {
  const operation: Operation = {
    operationVersion: 1,
    ...action,
    localSequence: outbox.length + 1,
    payloadChecksum: await payloadChecksum(action.payload, sha256),
  };
  return [...outbox, { operation, localStatus: "QUEUED", result: null }];
}

/**
 * Submits waiting operations, up to one batch. Operations that are SYNCING are sent again under the same ids, because
 * their answer was lost (docs/rooms/sync.md#flow).
 */
export function submitOutbox(outbox: Outbox): {
  readonly outbox: Outbox;
  readonly operations: readonly Operation[];
} {
  const waiting = outbox.filter(isWaiting).slice(0, BATCH_LIMITS.operations);
  return {
    outbox: outbox.map((entry) =>
      waiting.includes(entry) ? { ...entry, localStatus: "SYNCING" } : entry,
    ),
    operations: waiting.map(({ operation }) => operation),
  };
}

/**
 * Applies the results of the running batch, which come in its order. Only a final verdict ends the wait; retryable
 * operations go back to QUEUED.
 *
 * @throws Error if the numbers of results and operations differ.
 */
export function takeResults(outbox: Outbox, results: readonly OperationResult[]): Outbox {
  const syncing = outbox.filter(({ localStatus }) => localStatus === "SYNCING");
  if (syncing.length !== results.length) {
    throw new Error(`${results.length} results for ${syncing.length} operations`);
  }
  return outbox.map((entry) => {
    const result = results[syncing.indexOf(entry)];
    if (result === undefined) return entry;
    const { localStatus } = localStateOf(result);
    return { ...entry, localStatus, result };
  });
}

/** The phone's report about its outbox with each batch; diagnostics only. */
export function outboxHealthOf(outbox: Outbox): NonNullable<ClientOutboxHealth> {
  const waiting = outbox.filter(isWaiting);
  const count = (status: LocalStatus) =>
    outbox.filter(({ localStatus }) => localStatus === status).length;
  const recorded = waiting.map(({ operation }) => operation.clientRecordedAt).toSorted();
  return {
    depth: waiting.length,
    oldestRecordedAt: recorded[0] ?? null,
    rejected: count("REJECTED"),
    conflicted: count("CONFLICTED"),
  };
}

function isWaiting({ localStatus }: PendingOperation): boolean {
  return localStatus === "QUEUED" || localStatus === "SYNCING";
}
