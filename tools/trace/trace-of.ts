import { REQUEST_ID_ATTRIBUTE } from "../../api/http/tracing/trace-request.ts";
import type { StoredSpan } from "../../workers/tracing/stored-span.ts";

/** The requests with this id, earliest first, each with all that followed from it in any process. */
export function traceOf(spans: readonly StoredSpan[], requestId: string): readonly SpanNode[] {
  const ordered = spans.toSorted((a, b) => a.startMs - b.startMs);
  const below = Map.groupBy(ordered, ({ traceId, parentId }) => keyOf(traceId, parentId));
  const linked = new Map<string, StoredSpan[]>();
  for (const span of ordered) {
    for (const { traceId, spanId } of span.links) {
      const key = keyOf(traceId, spanId);
      linked.set(key, [...(linked.get(key) ?? []), span]);
    }
  }
  const nodeOf = (span: StoredSpan, isLinked: boolean, above: ReadonlySet<string>): SpanNode => {
    const key = keyOf(span.traceId, span.spanId);
    const seen = new Set([...above, key]);
    const nodes = [
      ...(below.get(key) ?? []).map((child) => ({ child, byLink: false })),
      ...(linked.get(key) ?? []).map((child) => ({ child, byLink: true })),
    ].filter(({ child }) => !seen.has(keyOf(child.traceId, child.spanId)));
    return {
      span,
      isLinked,
      children: nodes
        .map(({ child, byLink }) => nodeOf(child, byLink, seen))
        .toSorted((a, b) => a.span.startMs - b.span.startMs),
    };
  };
  return ordered
    .filter(({ attributes }) => attributes[REQUEST_ID_ATTRIBUTE] === requestId)
    .map((root) => nodeOf(root, false, new Set()));
}

/** A span with those below it. */
export interface SpanNode {
  readonly span: StoredSpan;
  /** Whether it belongs to another trace, which links to the span above. */
  readonly isLinked: boolean;
  readonly children: readonly SpanNode[];
}

const keyOf = (traceId: string, spanId: string | null) => `${traceId}/${spanId ?? ""}`;
