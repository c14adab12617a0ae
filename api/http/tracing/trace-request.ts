import type { Request } from "express";
import { type Span, SpanStatusCode } from "@opentelemetry/api";
import { startRequestSpan } from "../../../db/platform/tracing/spans.ts";
import type { TraceIds } from "../../../db/platform/tracing/traceparent.ts";

/** Starts the span of a request, or returns null if it is not recorded; probes never are. */
export function traceRequest(
  { path }: Pick<Request, "path">,
  { requestId, caller }: { readonly requestId: string; readonly caller: TraceIds | null },
): Span | null {
  if (path.startsWith("/health/")) return null;
  return startRequestSpan(caller, { [REQUEST_ID_ATTRIBUTE]: requestId });
}

/** The attribute by which `npm run trace` finds a request. */
export const REQUEST_ID_ATTRIBUTE = "sideline.request_id";

/** Ends the span of a request and names it by its route template. */
export function endRequestSpan(span: Span, { method, route, status }: AnsweredRequest): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** How the metric and the log name an answered request. */
interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}
