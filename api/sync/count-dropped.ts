import { Counter, type Registry } from "prom-client";
import { z } from "zod";
import type { ClientOutboxHealth, SyncRequest } from "../../contract/sync/schema.ts";

/**
 * Counts the parts of a batch that are dropped instead of refused: a malformed outbox summary, malformed diagnostics
 * (docs/rooms/wire.md#envelopes).
 */
export function countDropped(
  metrics: Registry,
  { body, text }: { readonly body: unknown; readonly text: string },
  read: SyncRequest,
): void {
  // Without diagnostics in the text, none can have been dropped.
  if (read.outbox !== null && !text.includes("diagnostics")) return;
  const { outbox, operations } = sentSchema.parse(body);
  const dropped = operations.filter(
    ({ metadata }, ordinal) =>
      metadata?.diagnostics !== undefined &&
      read.operations[ordinal]?.metadata?.diagnostics === undefined,
  );
  if (outbox !== null) countDroppedOutbox(metrics, read.outbox);
  count(metrics, "diagnostics", dropped.length);
}

const NAME = "sideline_sync_dropped_diagnostics_total";

/** Parts of a valid batch that may still be malformed. */
const sentSchema = z.object({
  outbox: z.unknown().optional(),
  operations: z.array(
    z.object({
      metadata: z.object({ diagnostics: z.unknown().optional() }).optional().catch(undefined),
    }),
  ),
});

/** Counts a received outbox summary that was dropped as malformed. */
export function countDroppedOutbox(metrics: Registry, read: ClientOutboxHealth | undefined): void {
  if (read === null) count(metrics, "outbox", 1);
}

function count(metrics: Registry, part: "outbox" | "diagnostics", times: number): void {
  if (times === 0) return;
  const known = metrics.getSingleMetric(NAME);
  const counter = known instanceof Counter ? known : makeCounter(metrics);
  counter.inc({ part }, times);
}

function makeCounter(metrics: Registry): Counter {
  return new Counter({
    name: NAME,
    help: "Malformed outbox summaries and diagnostics that were dropped from requests.",
    labelNames: ["part"],
    registers: [metrics],
  });
}
