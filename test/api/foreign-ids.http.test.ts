import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import type { MatrixPrincipal } from "../factories/matrix-principal.ts";
import { type MatrixWorld, buildMatrixWorld } from "../factories/matrix-principals.ts";
import { idsOf, matrixRequest } from "../factories/matrix-request.ts";
import { expectedAnswers } from "../factories/matrix-answers.ts";
import { refusalOf } from "../factories/people.ts";
import { undoneEndpoint } from "../factories/undone-endpoint.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let world: MatrixWorld;

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({
    issuer: issuer.issuer,
    trustedProxyHops: 1,
    endpoints: endpoints.map((endpoint) => undoneEndpoint(endpoint, () => undefined)),
  });
  world = await buildMatrixWorld(api, issuer);
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

/** Nothing is foreign to an operator, and nobody is somebody at an open door. */
const UNSCOPED = new Set(["anonymous", "provider", "admin", "support"]);

/** Ids of a request whose holder is told something else than that there is nothing. */
const OTHERWISE = new Map([
  ["deviceId", "403 DEVICE_REVOKED"],
  ["formSubmissionId", "409 SUBMISSION_MISMATCH"],
]);

const casesWhere = (suits: (endpoint: Endpoint) => boolean) =>
  endpoints
    .filter(suits)
    .flatMap((endpoint) => idsOf(endpoint).map((id) => ({ endpoint, ...id })))
    .map((one) => [`${one.name} of ${one.endpoint.method} ${one.endpoint.path}`, one] as const);

/** Somebody who is let in with ids of his own. */
function insiderAt(endpoint: Endpoint): MatrixPrincipal {
  const granted = expectedAnswers(endpoint);
  return world.actors[granted["client"] === "granted" ? "client" : "owner"];
}

async function answerTo(endpoint: Endpoint, actor: MatrixPrincipal) {
  const { method, path, ...request } = matrixRequest(endpoint, actor);
  const answer = await api.call(method, path, request);
  const { requestId: _requestId, ...body } = answer.body;
  return { outcome: refusalOf(answer), body };
}

describe("An id of somebody else answers exactly like one of nobody", () => {
  const cases = casesWhere(({ access }) => !UNSCOPED.has(access));
  test.each(cases)("%s", async (_, { endpoint, name, valueName, inPath }) => {
    const insider = insiderAt(endpoint);
    const foreignId = world.foreign[valueName];
    expect(foreignId).toMatch(/^[\da-f-]{36}$/);
    const withId = (id = "") =>
      answerTo(endpoint, { ...insider, values: { ...insider.values, [valueName]: id } });
    const foreign = await withId(foreignId);
    expect(foreign).toEqual(await withId(randomUUID()));
    expect(foreign.outcome).toBe((inPath ? undefined : OTHERWISE.get(name)) ?? "404 NOT_FOUND");
  });
});

describe("To an operator an id of nobody is not there", () => {
  const cases = casesWhere(({ access }) => access === "admin" || access === "support");
  test.each(cases)("%s", async (_, { endpoint, valueName }) => {
    const { admin } = world.actors;
    const values = { ...admin.values, [valueName]: randomUUID() };
    const { outcome } = await answerTo(endpoint, { ...admin, values });
    expect(outcome).toBe("404 NOT_FOUND");
  });
});
