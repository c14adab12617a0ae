import type {
  ClientBatchAnswer,
  SessionBatchAnswer,
  SessionState,
} from "../../contract/workouts/sync-schema.ts";
import type { ClientBatchStatus } from "../../contract/workouts/session-vocabulary.ts";
import type { OperationResult, RefetchHint } from "../../contract/sync/schema.ts";
import type { ResultStatus } from "../../contract/sync/vocabulary.ts";
import type { KnownBatch, NamedOperation } from "../../db/sync/client-batches/queries.ts";
import type { ConflictRow } from "../../db/workouts/conflicts/queries.ts";
import { presentReceipt } from "../sync/present.ts";
import { presentConflict } from "./present-conflict.ts";

/** The answer of a batch of operations on sessions. */
export function presentSessionBatch(
  clientBatchId: string,
  results: readonly OperationResult[],
  conflicts: readonly ConflictRow[],
  sessions: readonly SessionState[],
): SessionBatchAnswer {
  const piles = Map.groupBy(results, ({ status }) => PILE_OF[status]);
  const pile = (name: Pile) => piles.get(name) ?? [];
  return {
    clientBatchId,
    batchStatus: statusOf({
      waits: piles.has("waiting"),
      isRefused: piles.has("rejected") || piles.has("conflicts"),
    }),
    accepted: pile("accepted"),
    duplicates: pile("duplicates"),
    rejected: pile("rejected"),
    conflicts: pile("conflicts"),
    waiting: pile("waiting"),
    conflictDetails: conflicts.map(presentConflict),
    canonicalIds: results.flatMap(({ canonicalIds }) => canonicalIds),
    sessions: [...sessions],
    refetch: hintsOnce(results.flatMap(({ refetch }) => refetch)),
  };
}

type Pile = "accepted" | "duplicates" | "rejected" | "conflicts" | "waiting";

/** The group of each verdict (docs/rooms/workouts.md#sync). */
const PILE_OF: Readonly<Record<ResultStatus, Pile>> = {
  ACCEPTED: "accepted",
  ALREADY_ACCEPTED: "duplicates",
  REJECTED: "rejected",
  CONFLICT: "conflicts",
  REFETCH_REQUIRED: "waiting",
  SCOPE_LOCKED: "waiting",
};

/** The outcome of a batch, queried by its name. */
export function presentClientBatch(
  clientBatchId: string,
  { receivedAt, now, operations, receipts }: KnownBatch,
  conflicts: readonly ConflictRow[],
  sessions: readonly SessionState[],
): ClientBatchAnswer {
  const waiting = operations.filter(({ receiptId }) => receiptId === null);
  const isRefused = operations.some((one) => one.receiptId !== null && !one.isAccepted);
  const presented = receipts.map(presentReceipt);
  const decided = receipts.map(({ decidedAt }) => decidedAt).toSorted();
  return {
    clientBatchId,
    batchStatus: statusOf({ waits: waiting.length > 0, isRefused }),
    receivedAt,
    processedAt: waiting.length > 0 ? null : (decided.at(-1) ?? receivedAt),
    failureReason: waiting.some(({ deferral }) => deferral === "QUARANTINED")
      ? "OPERATION_QUARANTINED"
      : null,
    receipts: presented,
    conflicts: presented.filter(({ status }) => status === "CONFLICT"),
    conflictDetails: conflicts.map(presentConflict),
    sessions: [...sessions],
    waiting: waiting.map(({ id }) => id),
    retryAfterSeconds: waiting.length === 0 ? null : retryAfter(waiting, now),
  };
}

function statusOf({
  waits,
  isRefused,
}: {
  readonly waits: boolean;
  readonly isRefused: boolean;
}): ClientBatchStatus {
  if (waits) return "PENDING";
  return isRefused ? "PARTIALLY_REJECTED" : "ACCEPTED";
}

/** Seconds until the first automatic retry; at once if there is none. */
function retryAfter(waiting: readonly NamedOperation[], now: string): number {
  const instants = waiting.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).map(Date.parse);
  if (instants.length === 0) return 1;
  return Math.max(1, Math.ceil((Math.min(...instants) - Date.parse(now)) / 1_000));
}

/** Each refetch hint once per record, with the first reason. */
function hintsOnce(hints: readonly RefetchHint[]): RefetchHint[] {
  const first = new Map(
    hints.toReversed().map((hint) => [`${hint.entityId} ${hint.path}`, hint] as const),
  );
  return [...first.values()].toReversed();
}
