import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { codesOf } from "../../api/http/codes-of.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { ACTOR_NAMES, type MatrixPrincipal } from "../factories/api/matrix/principal.ts";
import { buildMatrixWorld } from "../factories/api/matrix/principals.ts";
import { matrixRequest } from "../factories/api/matrix/request.ts";
import {
  expectedAnswers,
  expectedBest,
  expectedRefusals,
  tableRows,
} from "../factories/api/matrix/answers.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { undoneEndpoint } from "../factories/api/undone-endpoint.ts";
import { startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const reached = new Set<string>();

const issuer = await startTestIssuer();
const api = await startApi({
  issuer: issuer.issuer,
  trustedProxyHops: 1,
  endpoints: endpoints.map((endpoint) => undoneEndpoint(endpoint, (id) => reached.add(id))),
});
const world = await buildMatrixWorld(api, issuer);
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe("Every actor", () => {
  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "at %s gets the answer in the access table",
    async (_, endpoint) => {
      const visits = await Promise.all(
        ACTOR_NAMES.map(async (name) => ({ name, ...(await visit(endpoint, world.actors[name])) })),
      );
      const guards = Object.fromEntries(visits.map(({ name, guard }) => [name, guard]));
      expect(guards).toEqual(expectedAnswers(endpoint));
      const codes = visits.flatMap(({ code }) => (code === undefined ? [] : [code]));
      expect(codesOf(endpoint)).toEqual(expect.arrayContaining(codes));
      const granted = visits.filter(({ guard }) => guard === "granted");
      const refused = granted.filter(({ outcome }) => /^40[134] /.test(outcome));
      const refusals = Object.fromEntries(refused.map(({ name, outcome }) => [name, outcome]));
      expect(refusals).toEqual(expectedRefusals(endpoint));
      expect(visits.map(({ outcome }) => outcome)).toContain(expectedBest(endpoint));
    },
  );
});

describe("The access table", () => {
  test.each(tableRows)("names each actor of %s once", (_, row) => {
    const names = Object.values(row).flat();
    expect(names).toHaveLength(new Set(names).size);
  });
});

/** Returns what the guard answered one actor, and whether the route was reached. */
async function visit(endpoint: Endpoint, actor: MatrixPrincipal) {
  const { method, path, headers, ...request } = matrixRequest(endpoint, await world.renewed(actor));
  const requestId = randomUUID();
  const answer = await api.call(method, path, {
    ...request,
    headers: { ...headers, "X-Request-Id": requestId },
  });
  const outcome = answer.status < 300 ? `${answer.status}` : refusalOf(answer);
  return {
    outcome,
    code: answer.body["code"],
    guard: reached.has(requestId) ? "granted" : outcome,
  };
}
