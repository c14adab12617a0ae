import { Counter, type Registry } from "prom-client";
import { DESCRIBING_FIELDS } from "../../contract/wire.ts";

/** Counts the parts of a body that were dropped as malformed instead of refused (docs/rooms/wire.md#envelopes). */
export function countDroppedOfBody(metrics: Registry, sent: unknown, read: unknown): void {
  const [before, after] = [fieldsOf(sent), fieldsOf(read)];
  if ((before["outbox"] ?? null) !== null && after["outbox"] === null) count(metrics, "outbox");
  countMissing(metrics, before["metadata"], after["metadata"]);
  const kept = listOf(after["operations"]);
  for (const [ordinal, operation] of listOf(before["operations"]).entries())
    countMissing(metrics, fieldsOf(operation)["metadata"], fieldsOf(kept[ordinal])["metadata"]);
}

/** Counts the parameters of a query that were dropped as malformed. */
export function countDroppedOfQuery(metrics: Registry, url: string, read: unknown): void {
  const [, text] = /\?(.*)$/s.exec(url) ?? [];
  if (text === undefined || !DESCRIBING_FIELDS.some((name) => text.includes(name))) return;
  countMissing(metrics, Object.fromEntries(new URLSearchParams(text)), read);
}

/** Counts an outbox summary that was dropped as malformed. */
export function countDroppedOutbox(metrics: Registry): void {
  count(metrics, "outbox");
}

/** The counter of a registry; the first call registers it. */
export function droppedCounter(metrics: Registry): Counter {
  const known = metrics.getSingleMetric(NAME);
  if (known instanceof Counter) return known;
  return new Counter({
    name: NAME,
    help: "Malformed outbox summaries and describing fields dropped from requests, by part.",
    labelNames: ["part"],
    registers: [metrics],
  });
}

const NAME = "sideline_sync_dropped_diagnostics_total";

/** Plain access instead of a schema: each batch comes by here, and its shape was checked. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function countMissing(metrics: Registry, sent: unknown, read: unknown): void {
  const [before, after] = [fieldsOf(sent), fieldsOf(read)];
  for (const name of DESCRIBING_FIELDS)
    if (before[name] !== undefined && after[name] === undefined) count(metrics, name);
}

function count(metrics: Registry, part: "outbox" | (typeof DESCRIBING_FIELDS)[number]): void {
  droppedCounter(metrics).inc({ part });
}
