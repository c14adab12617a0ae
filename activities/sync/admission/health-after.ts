import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import { outboxAfter } from "../../../rules/sync/outbox-after.ts";
import type { Decided } from "./decide-operations.ts";
import type { ClassifiedOperation } from "./classify-operations.ts";

/** What a device's outbox will be like once it has the answers to this batch; final ones have a receipt. */
export function healthAfter(
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
