import type { ClientOutboxHealth, OperationResult } from "../../../../contract/sync/schema.ts";
import { outboxAfter } from "../../../../rules/sync/outbox-after.ts";
import type { ClassifiedOperation } from "../classify-operations.ts";
import type { Decided } from "../decided.ts";
import { provisionalResult } from "./provisional-result.ts";

/**
 * The results of a batch in the order sent: stored answers, newly recorded results (by ordinal), and repetitions,
 * which follow their first occurrence.
 */
export function resultsInOrder(
  classified: readonly ClassifiedOperation[],
  recorded: ReadonlyMap<number, OperationResult>,
): OperationResult[] {
  const results = new Map(recorded);
  for (const entry of classified)
    if (entry.kind === "ANSWERED") results.set(entry.ordinal, entry.result);
  for (const entry of classified)
    if (entry.kind === "REPEATED") results.set(entry.ordinal, repeated(entry, results));
  return classified.map(({ ordinal }) => known(results, ordinal));
}

/** An id that occurs twice in a batch: the first decides, the second is its replay or is refused. */
function repeated(
  entry: Extract<ClassifiedOperation, { readonly kind: "REPEATED" }>,
  results: ReadonlyMap<number, OperationResult>,
): OperationResult {
  const first = known(results, entry.firstOrdinal);
  if (!entry.reused)
    return first.status === "ACCEPTED" ? { ...first, status: "ALREADY_ACCEPTED" } : first;
  const receipt = first.receiptId === null ? {} : { receiptId: first.receiptId };
  return provisionalResult(entry.operation, "OPERATION_ID_REUSED", receipt);
}

function known(results: ReadonlyMap<number, OperationResult>, ordinal: number): OperationResult {
  const result = results.get(ordinal);
  if (result === undefined) throw new Error("An operation has no verdict");
  return result;
}

/** The device's outbox after it has received the answers to this batch; final ones have a receipt. */
export function outboxHealthAfter(
  health: ClientOutboxHealth,
  classified: readonly ClassifiedOperation[],
  decided: Decided | null,
): ClientOutboxHealth {
  const replayed = classified.filter(
    (entry) => entry.kind === "ANSWERED" && entry.result.receiptId !== null,
  );
  const outcomes = [...(decided?.outcomes.values() ?? [])];
  const fresh = outcomes.filter(({ kind }) => kind === "DECIDED");
  return outboxAfter(health, replayed.length + fresh.length);
}
