import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { continueTraces, linkTraces } from "../../db/platform/tracing/stored-traces.ts";

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
  return continueTraces(rows.map(tracedRow), span, deliver);
}

/** Settles new actors together, as an act that links to the traces that wrote their rows. */
export function traceNewActors<T>(
  name: string,
  rows: readonly TracedRow[],
  settle: () => Promise<T>,
): Promise<T> {
  const span = { name, attributesOf: () => ({ "sideline.rows": rows.length }) };
  return linkTraces(rows.map(tracedRow), span, settle);
}

function tracedRow({ traceContext, refs }: TracedRow) {
  const { relationshipId } = refs;
  return {
    traceContext,
    relationshipId: typeof relationshipId === "string" ? relationshipId : null,
  };
}

type TracedRow = Pick<LeasedRow, "consumer" | "type" | "refs" | "traceContext">;
