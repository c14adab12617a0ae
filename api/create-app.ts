import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import { PROBLEMS } from "../contract/problems.ts";
import { Refusal } from "../contract/refusal.ts";
import type { ApiDeps } from "./api-deps.ts";
import { describeFault } from "./http/describe-fault.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Gate, openGate } from "./http/gate/gate.ts";
import { isDrained } from "./http/gate/drain-body.ts";
import { GateRejection } from "./http/gate/gate-rejection.ts";
import { showLive, showReady } from "./http/open-readiness.ts";
import { openLimits } from "./http/limits.ts";
import { observe } from "./http/observe.ts";
import { OPENAPI_PATH } from "./openapi/openapi-document.ts";
import { showDocument } from "./openapi/show-document.ts";
import { malformed } from "./http/parse-or-refuse.ts";
import { openToOrigins } from "./http/open-to-origins.ts";
import { refusalOf, sendProblem } from "./http/problem.ts";
import { answerNotFound } from "./pages/not-found-page.ts";
import { ownPages } from "./pages/own-pages.ts";
import { referencePages } from "./openapi/reference-pages.ts";
import { requestIdOf, takeRequest } from "./http/request-facts.ts";
import { registerCounters } from "./register-counters.ts";
import { serveEndpoint } from "./http/serve-endpoint.ts";

/** Builds the HTTP API from its routes, with the few pages at its own address. */
export function createApp(deps: ApiDeps, endpoints: readonly Endpoint[]): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", false);
  app.enable("case sensitive routing").enable("strict routing");
  app.set("trust proxy", deps.trustedProxyHops);
  registerCounters(deps.metrics);
  const gate = openGate(deps);
  const setHeaders = helmet({ contentSecurityPolicy: ANSWER_POLICY });
  // Clients with a kept-alive connection to a stopping process open their next one elsewhere.
  app.use((_req, res, next) => {
    if (deps.isStopping()) res.setHeader("Connection", "close");
    next();
  });
  app.use(openToOrigins(deps.links.origins));
  app.use(gate.early({ endpoints, setHeaders }));
  app.use((req, res, next) => {
    takeRequest(req, res);
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  app.use(observe(deps.log, deps.metrics), setHeaders);
  app.use(requireHost);
  mount(app, "/health/live", new Map([["GET", showLive]]));
  mount(app, "/health/ready", new Map([["GET", showReady(deps.readiness)]]));
  mount(app, OPENAPI_PATH, new Map([["GET", showDocument(documentedBy(deps, endpoints))]]));
  for (const [path, page] of referencePages()) mount(app, path, new Map([["GET", page]]));
  for (const [path, page] of ownPages(deps)) {
    mount(
      app,
      path,
      new Map([
        ["GET", page],
        ["HEAD", page],
      ]),
    );
  }
  for (const [path, methods] of handlersByPath(deps, gate, endpoints)) mount(app, path, methods);
  app.use(answerNotFound);
  app.use(answerRefusals(deps));
  return app;
}

/** An answer is data: a browser that renders it must load and run nothing. */
const ANSWER_POLICY = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/** An HTTP/1.1 request must name its host, and no request may name two (RFC 9112). */
const requireHost: RequestHandler = (req, _res, next) => {
  const hosts = req.headersDistinct["host"] ?? [];
  if (hosts.length === 0 && req.httpVersion === "1.1") {
    throw malformed([{ pointer: "/headers/host", code: "required", message: "Name the host" }]);
  }
  if (hosts.length > 1) {
    const message = "Name one host";
    throw malformed([{ pointer: "/headers/host", code: "duplicate_key", message }]);
  }
  next();
};

type Methods = ReadonlyMap<string, RequestHandler>;

/** One path with its methods; HEAD, OPTIONS and all others are not offered. */
function mount(app: Express, path: string, methods: Methods): void {
  app.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), async (req, res, next) => {
    const handler = methods.get(req.method);
    if (handler === undefined) {
      res.setHeader("Allow", [...methods.keys()].join(", "));
      throw new Refusal("METHOD_NOT_ALLOWED");
    }
    await handler(req, res, next);
  });
}

/** Literal paths come before parameters that would match them. */
function handlersByPath(
  deps: ApiDeps,
  gate: Gate,
  endpoints: readonly Endpoint[],
): [string, Methods][] {
  const limits = openLimits(deps);
  const byPath = new Map<string, Map<string, RequestHandler>>();
  for (const endpoint of endpoints) {
    const methods = byPath.get(endpoint.path) ?? new Map<string, RequestHandler>();
    const serve = gate.before(endpoint, serveEndpoint(deps, limits, endpoint));
    byPath.set(endpoint.path, methods.set(endpoint.method, serve));
  }
  return [...byPath].toSorted(([a], [b]) => (specificity(a) < specificity(b) ? -1 : 1));
}

/** Sort key that puts a literal segment before a parameter in the same place, by character codes. */
function specificity(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "~");
}

function documentedBy({ publicUrl, features }: ApiDeps, endpoints: readonly Endpoint[]) {
  return { endpoints, features, publicUrl };
}

/** The only place where a refusal becomes an answer and a fault becomes a log line. */
function answerRefusals({ log, isStopping, publicUrl }: ApiDeps): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const refusal = refusalOf(error);
    const requestId = requestIdOf(res);
    const isRejected = refusal instanceof GateRejection;
    // The gate counts its refusals; logging each would add load.
    if (PROBLEMS[refusal.code].status >= 500 && !isRejected) {
      const level = refusal.code === "INTERNAL" ? "error" : "warn";
      const fault = describeFault(refusal.details.cause ?? refusal);
      log[level]({ requestId, code: refusal.code, fault }, "request failed");
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // An unread body must not be parsed as the connection's next request.
    const isReadAway = isRejected && isDrained(req);
    if ((!req.complete && !isReadAway) || isStopping()) res.setHeader("Connection", "close");
    sendProblem(res, refusal, { requestId, publicUrl });
  };
}
