import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";

/** The fields that each log line of the running request gets; none outside of a request or after its end. */
export function requestLogFields(): Readonly<Record<string, string>> {
  const running = requests.getStore();
  // A copy: the log adds the fields of the line to it.
  return running === undefined || running.isOver ? {} : { ...running.fields };
}

/** A request as its log lines name it. */
export interface LoggedRequest {
  readonly fields: Readonly<Record<string, string>>;
  /** Timers that a request started may fire long after it; their lines are not its own. */
  isOver: boolean;
}

const requests = new AsyncLocalStorage<LoggedRequest>();

/** The fields of a request: its id, and the caller's trace if its `traceparent` names one. */
export function loggedRequestOf(req: IncomingMessage, requestId: string): LoggedRequest {
  return { fields: { requestId, ...traceOf(req.headers["traceparent"]) }, isOver: false };
}

/** Runs the work of a request, so that its log lines get its fields. */
export function runAsRequest(request: LoggedRequest, work: () => void): void {
  requests.run(request, work);
}

/** A later version may have further parts, and version ff is invalid (W3C Trace Context). */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const FIRST_VERSION = "00";

function traceOf(header: string | string[] | undefined): Readonly<Record<string, string>> {
  if (typeof header !== "string") return {};
  const [, version, traceId = "", spanId = "", further] = TRACEPARENT.exec(header) ?? [];
  const isWellFormed = version !== undefined && !(version === FIRST_VERSION && further);
  const isNamed = /[^0]/.test(traceId) && /[^0]/.test(spanId);
  return isWellFormed && isNamed ? { trace_id: traceId, span_id: spanId } : {};
}
