import type { Decision } from "../../../../rules/sync/decision.ts";
import { retryableResults } from "../answers/retryable-results.ts";
import type { ClassifiedOperation, FreshOperation } from "../classify-operations.ts";
import type { Decided } from "../decided.ts";

/** Ordinals of operations that were accepted or are retried; no other operation is stored whole. */
export function ordinalsWithPayload(batch: FreshBatch, decided: Decided): ReadonlySet<number> {
  const left = new Set([
    ...refusedPlaces(batch, decided),
    ...retryableResults(batch.fresh, decided).keys(),
  ]);
  return new Set(batch.fresh.map(({ ordinal }) => ordinal).filter((place) => !left.has(place)));
}

/** The fresh operations of a batch: neither answered from storage nor repeated within it. */
interface FreshBatch {
  readonly fresh: readonly FreshOperation[];
}

/** Ordinals of the operations that were refused with a receipt. */
export function refusedPlaces({ fresh }: FreshBatch, { outcomes }: Decided): readonly number[] {
  const refused = fresh.filter(({ ordinal }) => {
    const outcome = outcomes.get(ordinal);
    return outcome?.kind === "DECIDED" && !outcome.decision.accepted;
  });
  return refused.map(({ ordinal }) => ordinal);
}

/**
 * Ordinals of the refused operations whose payload only their feature keeps. It includes repetitions of such
 * operations: an earlier conflict is stored with its own batch, or is gone.
 */
export function placesOfFeatures(
  { fresh, classified = [] }: FreshBatch & { readonly classified?: readonly ClassifiedOperation[] },
  { outcomes }: Decided,
): ReadonlySet<number> {
  const withPayload = new Set(
    fresh.flatMap(({ ordinal }) => {
      const outcome = outcomes.get(ordinal);
      return outcome?.kind === "DECIDED" && keepsPayloadItself(outcome.decision) ? [ordinal] : [];
    }),
  );
  const again = classified.filter((entry) => {
    if (entry.kind === "REPEATED") return withPayload.has(entry.firstOrdinal);
    if (entry.kind === "FRESH") return false;
    return entry.result.status === "CONFLICT" && entry.result.receiptId !== null;
  });
  return new Set([...withPayload, ...again.map(({ ordinal }) => ordinal)]);
}

/** True if the feature keeps the payload of the operation that it decided. */
export function keepsPayloadItself(decision: Decision): boolean {
  return !decision.accepted && decision.keptByFeature === true;
}
