import { authorize } from "../guard/authorize.ts";
import type { ApiDeps } from "../deps.ts";
import type { Access } from "../guard/access.ts";
import type { StreamEndpoint } from "../endpoint.ts";
import type { Serve } from "./gate/gate.ts";
import { parseRequest } from "./parse-request.ts";
import { rememberAttempt } from "../guard/remember-attempt.ts";
import { requestFacts } from "./request-facts.ts";

const NO_BODY = { text: "", value: undefined, toleratedFaults: [] };

/**
 * Serves a route that speaks a protocol of its own: who may and what it names are asked as everywhere,
 * bytes and headers are its own. What it refuses is rendered like all refusals.
 */
export function serveStream(deps: ApiDeps, endpoint: StreamEndpoint<Access, unknown>): Serve {
  return async (req, res, stay) => {
    const request = requestFacts(req, res);
    const granted = await authorize({ deps, endpoint, req, requestId: request.requestId });
    const { params, query, body } = parseRequest(endpoint, req, { json: NO_BODY });
    const { text: rawBody, toleratedFaults } = NO_BODY;
    const input = { params, query, body, rawBody, toleratedFaults, granted, request, deps };
    if (deps.isStopping()) res.setHeader("Connection", "close");
    await rememberAttempt(endpoint, input, () =>
      stay.receive(() => endpoint.handle({ ...input, req, res })),
    );
  };
}
