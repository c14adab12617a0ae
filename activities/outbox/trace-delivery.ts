import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { continueTraces } from "../../db/platform/tracing/spans.ts";

/** Delivers rows of one consumer as part of the traces that wrote them. */
export function traceDelivery<T>(rows: readonly TracedRow[], deliver: () => Promise<T>) {
  const consumer = rows[0]?.consumer ?? "nobody";
  const span = {
    name: consumer.endsWith("-actor") ? `wake ${consumer}` : `deliver ${consumer}`,
    attributesOf: () => ({
      "sideline.consumer": consumer,
      "sideline.events": [...new Set(rows.map(({ type }) => type))].join(" "),
      "sideline.rows": rows.length,
    }),
  };
  return continueTraces(
    rows.map(({ traceContext }) => traceContext),
    span,
    deliver,
  );
}

type TracedRow = Pick<LeasedRow, "consumer" | "type" | "traceContext">;
