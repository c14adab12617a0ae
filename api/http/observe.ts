import type { RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { Histogram, type Registry } from "prom-client";
import { runInSpan } from "../../db/platform/tracing/spans.ts";
import { parseTraceparent } from "../../db/platform/tracing/traceparent.ts";
import { requestIdOf } from "./request-facts.ts";
import { loggedRequestOf, runAsRequest } from "./request-log-fields.ts";
import { endRequestSpan, traceRequest } from "./tracing/trace-request.ts";

/**
 * Logs, times and traces every request by its route template: no path, query, contact or token reaches log, metrics or
 * trace. The lines that its work logs get its id and its span.
 */
export function observe(log: Logger, metrics: Registry): RequestHandler {
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of HTTP requests, by method, route template and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  const templates = new Map<string, string>();
  const routeOf = (res: Response) => {
    const path = pathOf(res);
    if (path === null) return NO_ROUTE;
    const template = templates.get(path) ?? path.replaceAll(/:(\w+)/g, "{$1}");
    templates.set(path, template);
    return template;
  };
  return (req, res, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(res);
    const caller = parseTraceparent(req.headers["traceparent"]);
    const span = traceRequest(req, { requestId, caller });
    const logged = loggedRequestOf(requestId, span?.spanContext() ?? caller);
    res.once("close", () => {
      const ms = performance.now() - startedAt;
      const route = routeOf(res);
      const { method } = req;
      const status = res.writableFinished ? res.statusCode : 499;
      seconds.observe({ method: knownMethod(method), route, status: String(status) }, ms / 1000);
      logged.isOver = true;
      const { fields } = logged;
      if (span !== null) endRequestSpan(span, { method: knownMethod(method), route, status });
      log.info({ ...fields, method, route, status, ms: Math.round(ms * 10) / 10 }, "request");
    });
    runAsRequest(logged, span === null ? next : () => runInSpan(span, next));
  };
}

/** Route label of requests without a route. */
const NO_ROUTE = "none";

/** The path of the request's route, as mounted. */
function pathOf(res: Response): string | null {
  const route: unknown = res.req.route;
  const hasPath = typeof route === "object" && route !== null && "path" in route;
  return hasPath ? String(route.path) : null;
}

/** Unknown methods share one label, so that callers cannot grow the metric. */
function knownMethod(method: string): string {
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method) ? method : "OTHER";
}
