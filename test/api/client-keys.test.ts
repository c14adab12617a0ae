import { expect, test } from "@jest/globals";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import type { Bearer } from "../../api/guard/bearer.ts";
import { CLIENT_QUOTAS, type ClientKind } from "../../api/http/gate/client-quota.ts";
import { openClientKeys, type ClientKey } from "../../api/http/gate/client-keys.ts";
import { type Traffic, trafficOf } from "../../api/http/gate/traffic.ts";
import { GateRejection } from "../../api/http/gate/gate-rejection.ts";

/** Routes of the product, one for each traffic class. */
const SPOKEN = "/api/v1/auth/me";
const WAITING = "/api/v1/workspaces/{workspaceId}/coach-tasks/changes";
const FILE = "/api/v1/uploads/{uploadId}";
const INTERNAL = "/api/v1/internal/source-events";

const allOf = (kind: ClientKind) => ({ of: kind, underWay: CLIENT_QUOTAS[kind].underWay });

test("A person's requests, long polls and file transfers have separate quotas", async () => {
  const fill = open({ key: "ann", kind: "person" });
  expect(await fill(routeOf(SPOKEN))).toEqual(allOf("person"));
  expect(await fill(routeOf(WAITING))).toEqual(allOf("poll"));
  expect(await fill(routeOf(FILE, "PATCH"))).toEqual(allOf("transfer"));
});

test("A service has a separate quota", async () => {
  const fill = open({ key: "jobs", kind: "service" });
  expect(await fill(routeOf(INTERNAL))).toEqual(allOf("service"));
});

function routeOf(path: string, method?: string): Endpoint {
  const found = endpoints.find(
    (endpoint) => endpoint.path === path && (method ?? endpoint.method) === endpoint.method,
  );
  if (found === undefined) throw new Error(`There is no route ${path}`);
  return found;
}

/** Client keys whose tokens are all known to be of one bearer. */
function open(bearer: Bearer) {
  const clientKeys = openClientKeys({
    recallBearer: () => bearer,
    verifyToken: () => Promise.reject(new Error("Every token is known")),
    quotas: CLIENT_QUOTAS,
  });
  const begin = (clientKey: ClientKey, traffic: Traffic) => {
    try {
      clientKeys.count(clientKey, traffic);
      return null;
    } catch (error) {
      if (!(error instanceof GateRejection)) throw error;
      return error.reason;
    }
  };
  /** Starts requests of a route until one is refused. Returns how many are in flight, and whose quota that is. */
  return async (
    endpoint: Endpoint,
  ): Promise<{ readonly of: string; readonly underWay: number }> => {
    const clientKey = await clientKeys.find(endpoint, { ip: "203.0.113.7", headersDistinct: {} });
    for (let underWay = 0; underWay < 1_000; underWay += 1) {
      const reason = begin(clientKey, trafficOf(endpoint));
      if (reason !== null) return { of: reason, underWay };
    }
    throw new Error("Expected a refusal");
  };
}
