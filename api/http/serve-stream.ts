import { authorize } from "../guard/authorize.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Access } from "../guard/access.ts";
import type { StreamEndpoint } from "../endpoint.ts";
import type { Serve } from "./gate/gate.ts";
import { parseRequest } from "./parse-request.ts";
import { rememberAttempt } from "../guard/remember-attempt.ts";
import { requestFacts } from "./request-facts.ts";

/**
 * Serves a stream route: guard and parameters are those of all routes, bytes and headers its own. Its refusals are
 * rendered like all others.
 */
export function serveStream(deps: ApiDeps, endpoint: StreamEndpoint<Access, unknown>): Serve {
  return async (req, res, slot) => {
    const request = requestFacts(req, res);
    const granted = await authorize({ deps, endpoint, req, requestId: request.requestId });
    const { params, query, body } = parseRequest(endpoint, req, { json: NO_BODY });
    const { text: rawBody, toleratedFaults } = NO_BODY;
    const input = { params, query, body, rawBody, toleratedFaults, granted, request, deps };
    if (deps.isStopping()) res.setHeader("Connection", "close");
    await rememberAttempt(endpoint, input, () =>
      slot.receive(() => endpoint.handle({ ...input, req, res })),
    );
  };
}

const NO_BODY = { text: "", value: undefined, toleratedFaults: [] };
