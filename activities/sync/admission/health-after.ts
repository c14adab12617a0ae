import type { OutboxHealth } from "../../../contract/sync/schema.ts";
import { outboxAfter } from "../../../rules/sync/outbox-after.ts";
import type { Decided } from "./decide-operations.ts";
import type { SortedOperation } from "./sort-operations.ts";

/** What a device's outbox will be like once it has the answers to this batch; final ones have a receipt. */
export function healthAfter(
  health: OutboxHealth,
  sorted: readonly SortedOperation[],
  decided: Decided | null,
): OutboxHealth {
  const replayed = sorted.filter(
    (entry) => entry.kind === "ANSWERED" && entry.result.receiptId !== null,
  );
  const fates = [...(decided?.fates.values() ?? [])];
  const fresh = fates.filter(({ kind }) => kind === "DECIDED");
  return outboxAfter(health, replayed.length + fresh.length);
}
