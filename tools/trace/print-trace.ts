import { REQUEST_ID_ATTRIBUTE } from "../../api/http/tracing/trace-request.ts";
import type { SpanNode } from "./trace-of.ts";

/** A request and what followed, one line for each span: start after the request's, duration, process, name, facts. */
export function printTrace(root: SpanNode): string {
  const { span } = root;
  const lines = linesOf(root, span.startMs, { own: "", below: "" });
  const title = `request ${String(span.attributes[REQUEST_ID_ATTRIBUTE])}, trace ${span.traceId}`;
  return [title, "", rowOf(["at ms", "ms", "process", "span"]), ...lines].join("\n");
}

const rowOf = ([at, ms, process, rest]: readonly [string, string, string, string]) =>
  `${at.padStart(9)} ${ms.padStart(8)}  ${process.padEnd(7)} ${rest}`;

/** The lines of the tree before a node's name, and before the names of those below it. */
interface Branches {
  readonly own: string;
  readonly below: string;
}

function linesOf({ span, children }: SpanNode, beganMs: number, branches: Branches): string[] {
  const { startMs, ms, process, name } = span;
  const facts = factsOf(span);
  const rest = `${branches.own}${name}${facts === "" ? "" : `   ${facts}`}`;
  const own = rowOf([(startMs - beganMs).toFixed(1), ms.toFixed(1), process, rest]);
  const further = children.flatMap((child, place) => {
    const isLast = place === children.length - 1;
    const dash = child.isLinked ? "┄" : "─";
    return linesOf(child, beganMs, {
      own: `${branches.below}${isLast ? "└" : "├"}${dash} `,
      below: `${branches.below}${isLast ? "   " : "│  "}`,
    });
  });
  return [own, ...further];
}

/** Attributes that a reader of the tree wants to see, with their words. */
const FACTS: readonly (readonly [attribute: string, word: string])[] = [
  ["http.response.status_code", "status"],
  ["db.response.returned_rows", "rows"],
  ["sideline.operations", "operations"],
  ["sideline.batches", "batches"],
  ["sideline.rows", "rows"],
  ["sideline.events", ""],
  ["error.type", "failed:"],
];

function factsOf({ attributes }: SpanNode["span"]): string {
  const facts = FACTS.flatMap(([attribute, word]) => {
    const value = attributes[attribute];
    if (value === undefined) return [];
    return [word === "" ? String(value) : `${word} ${value}`];
  });
  return facts.join(", ");
}
