import { Counter, type Registry } from "prom-client";
import { z } from "zod";
import { DESCRIBING_FIELDS } from "../../contract/wire.ts";

/** Counts the parts of a body that were dropped as malformed instead of refused (docs/rooms/wire.md#envelopes). */
export function countDroppedOfBody(metrics: Registry, sent: unknown, read: unknown): void {
  const { outbox, ...body } = describedSchema.parse(sent);
  const kept = describedSchema.parse(read);
  if (outbox !== undefined && outbox !== null && kept.outbox === null) count(metrics, "outbox");
  countMissing(metrics, body.metadata, kept.metadata);
  for (const [ordinal, { metadata }] of body.operations.entries())
    countMissing(metrics, metadata, kept.operations[ordinal]?.metadata);
}

/** Counts the parameters of a query that were dropped as malformed. */
export function countDroppedOfQuery(metrics: Registry, url: string, read: unknown): void {
  const [, text] = /\?(.*)$/s.exec(url) ?? [];
  if (text === undefined || !DESCRIBING_FIELDS.some((name) => text.includes(name))) return;
  countMissing(metrics, Object.fromEntries(new URLSearchParams(text)), fieldsSchema.parse(read));
}

/** Counts an outbox summary that was dropped as malformed. */
export function countDroppedOutbox(metrics: Registry): void {
  count(metrics, "outbox");
}

const NAME = "sideline_sync_dropped_diagnostics_total";

const fieldsSchema = z.record(z.string(), z.unknown()).catch({});

/** The parts of a body in which fields may be dropped. */
const describedSchema = z
  .object({
    outbox: z.unknown().optional(),
    metadata: fieldsSchema,
    operations: z.array(z.object({ metadata: fieldsSchema })).catch([]),
  })
  .catch({ metadata: {}, operations: [] });

type Fields = z.infer<typeof fieldsSchema>;

function countMissing(metrics: Registry, sent: Fields, read: Fields = {}): void {
  for (const name of DESCRIBING_FIELDS)
    if (sent[name] !== undefined && read[name] === undefined) count(metrics, name);
}

function count(metrics: Registry, part: "outbox" | (typeof DESCRIBING_FIELDS)[number]): void {
  const known = metrics.getSingleMetric(NAME);
  const counter = known instanceof Counter ? known : makeCounter(metrics);
  counter.inc({ part });
}

function makeCounter(metrics: Registry): Counter {
  return new Counter({
    name: NAME,
    help: "Malformed outbox summaries and describing fields that were dropped from requests.",
    labelNames: ["part"],
    registers: [metrics],
  });
}
