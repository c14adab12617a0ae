import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Request, RequestHandler } from "express";
import type { Endpoint } from "../../endpoint.ts";
import { type Problem, problemOf } from "../problem.ts";
import { requestIdFor } from "../request-facts.ts";
import type { CountRejection } from "./measure-gate.ts";
import { isDrained, drainBody } from "./drain-body.ts";
import type { ConcurrencySlots } from "./concurrency-limits.ts";
import { trafficOf } from "./traffic.ts";

/**
 * Refuses requests without a free slot before any other work. At ten times the load nine of ten requests end here,
 * and their cost is taken from the tenth.
 */
export function rejectEarly(options: EarlyOptions): RequestHandler {
  const { endpoints, slots, count } = options;
  const routes = endpoints.map((endpoint) => {
    return { ...patternOf(endpoint), traffic: trafficOf(endpoint) };
  });
  const headers = headersOf(options.setHeaders);
  return (req, res, next) => {
    if (!slots.isAnyFull()) return next();
    const { method, url } = req;
    const route = routes.find((one) => one.method === method && one.pattern.test(url));
    const refusal = route === undefined ? null : slots.refusalOf(route.traffic);
    if (route === undefined || refusal === null) return next();
    count(route.traffic, refusal);
    const problem = problemOf(refusal, requestIdFor(req));
    const text = JSON.stringify(problem);
    res.writeHead(problem.status, [...headers, ...ownHeadersOf(req, problem, text)]);
    res.end(text, () => drainBody(req));
  };
}

/** The options of early refusals. */
export interface EarlyOptions {
  readonly endpoints: readonly Endpoint[];
  readonly slots: ConcurrencySlots;
  readonly count: CountRejection;
  /** Sets the headers that all answers have. */
  readonly setHeaders: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
}

/** Names and values alternate, as the following headers are written. */
function ownHeadersOf(req: Request, problem: Problem, text: string): readonly string[] {
  const own = {
    "X-Request-Id": problem.requestId,
    "Cache-Control": "no-store",
    "Retry-After": String(problem.retryAfterSeconds),
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    // An answer to HEAD has no body that could carry the code.
    ...(req.method === "HEAD" && { "X-Problem-Code": problem.code }),
    ...(!isDrained(req) && { Connection: "close" }),
  };
  return Object.entries(own).flat();
}

function patternOf({ method, path }: Endpoint) {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
  return { method, pattern };
}

function headersOf(setHeaders: EarlyOptions["setHeaders"]): readonly string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
