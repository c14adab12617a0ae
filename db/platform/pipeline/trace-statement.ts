import { SpanKind } from "@opentelemetry/api";
import { failSpan, recordedSpan, tracer } from "../tracing/spans.ts";
import type { Answer } from "./statement-group.ts";
import type { Statement } from "./statement.ts";

/**
 * Runs a statement in a span if the work that sends it is recorded. The span has its name and counts its rows; text and
 * values stay out.
 */
export function traceStatement(statement: Statement, run: () => Promise<Answer>): Promise<Answer> {
  return recordedSpan() === null ? run() : runInSpan(statement, run);
}

async function runInSpan({ name, text }: Statement, run: () => Promise<Answer>): Promise<Answer> {
  const summary = name ?? kindOf(text);
  const attributes = { "db.system.name": "postgresql", "db.query.summary": summary };
  const span = tracer().startSpan(summary, { kind: SpanKind.CLIENT, attributes });
  try {
    const answer = await run();
    if (!Number.isNaN(answer.count)) span.setAttribute("db.response.returned_rows", answer.count);
    return answer;
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Command and first table of a statement without a name: "update outbox". */
function kindOf(text: string): string {
  const command = /^\s*(?:\(\s*)?([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const table = TABLE.exec(text)?.[1]?.toLowerCase();
  return table === undefined || command === "savepoint" ? command : `${command} ${table}`;
}

/** A name behind one of these words; a function is none. */
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)\b(?!\()/i;
