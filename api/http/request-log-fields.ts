import { AsyncLocalStorage } from "node:async_hooks";
import { type TraceIds, traceFieldsOf } from "../../db/platform/tracing/traceparent.ts";

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

/** The fields of a request: its id, and its span; if it is not recorded, that of its caller. */
export function loggedRequestOf(requestId: string, span: TraceIds | null): LoggedRequest {
  return { fields: { requestId, ...(span !== null && traceFieldsOf(span)) }, isOver: false };
}

/** Runs the work of a request, so that its log lines get its fields. */
export function runAsRequest(request: LoggedRequest, work: () => void): void {
  requests.run(request, work);
}
