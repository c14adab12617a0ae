import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { bodySchemaOf, needsIdempotencyKey } from "../../api/http/codes-of.ts";
import { attacksAt } from "../factories/api/attacks.ts";
import { inlineSchema } from "../factories/api/inline-schema.ts";
import { expectedAnswers, servedName } from "../factories/api/matrix/answers.ts";
import type { MatrixPrincipal } from "../factories/api/matrix/principal.ts";
import { buildMatrixWorld } from "../factories/api/matrix/principals.ts";
import { idsOf, matrixRequest, type MatrixRequest } from "../factories/api/matrix/request.ts";
import { REFUSED_ANYHOW } from "../factories/api/matrix/table.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { undoneEndpoint } from "../factories/api/undone-endpoint.ts";
import { startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

/** Requests that reached the act of their route. */
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

/** For an operator or a service nothing is foreign, and without authorization nothing is either. */
const UNSCOPED = new Set(["anonymous", "provider", "service", "admin", "support"]);

/** Ids in a body that are answered with something else than 404. */
const OTHERWISE = new Map([
  ["deviceId", "403 DEVICE_REVOKED"],
  ["formSubmissionId", "409 SUBMISSION_MISMATCH"],
]);

describe("A foreign id is answered exactly like an unknown one:", () => {
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

describe("An operator gets 404 for an unknown id:", () => {
  // Phones choose the id of a request: looking for it is a search, whose answer may be empty.
  const isSearch = (endpoint: Endpoint) => endpoint.path.endsWith("/requests/{requestId}");
  const cases = casesWhere(
    (endpoint) => ["admin", "support"].includes(endpoint.access) && !isSearch(endpoint),
  );
  test.each(cases)("%s", async (_, { endpoint, valueName }) => {
    const { admin } = world.actors;
    const values = { ...admin.values, [valueName]: randomUUID() };
    const { outcome } = await answerTo(endpoint, { ...admin, values });
    expect(outcome).toBe("404 NOT_FOUND");
  });
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const rowsOf = (suits: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(suits).map((endpoint) => [nameOf(endpoint), endpoint] as const);

const servedAt = async (endpoint: Endpoint) =>
  await world.renewed(world.actors[servedName(endpoint)]);

async function send({ method, path, headers, ...request }: MatrixRequest) {
  const requestId = randomUUID();
  const answer = await api.call(method, path, {
    ...request,
    headers: { ...headers, "X-Request-Id": requestId },
  });
  return { answer, wasReached: reached.has(requestId) };
}

const objectSchema = z.record(z.string(), z.unknown());
const fieldsOf = (body: unknown) => objectSchema.optional().parse(body) ?? {};

/** Malformed places tried per route in the ordinary run. */
const FAULTS_A_ROUTE = 1;

/** Malformed variants of a request, by the pointer that must be named. */
function malformedRequests(endpoint: Endpoint, good: MatrixRequest) {
  const { path, body, key, ...rest } = good;
  const request = { ...rest, ...(key !== undefined && { key: randomUUID() }) };
  const sent = fieldsOf(body);
  const takesForm = endpoint.bodyType === "form";
  const mark = path.includes("?") ? "&" : "?";
  const found: Record<string, MatrixRequest> = {
    "/query": {
      ...request,
      path: `${path}${mark}nobodys=1`,
      ...(body !== undefined && { body }),
    },
  };
  if (!takesForm && endpoint.method !== "GET" && endpoint.method !== "HEAD") {
    found["/nobodys"] = { ...request, path, body: { ...sent, nobodys: 1 } };
  }
  for (const name of requiredOf(endpoint)) {
    const { [name]: _, ...others } = sent;
    found[`/${name}`] = { ...request, path, body: others };
  }
  if (needsIdempotencyKey(endpoint)) {
    found["/headers/idempotency-key"] = { ...rest, path, ...(body !== undefined && { body }) };
  }
  return Object.entries(found);
}

/** Required fields of a body. */
function requiredOf(endpoint: Endpoint): readonly string[] {
  const schema = bodySchemaOf(endpoint);
  if (schema === undefined || endpoint.bodyType === "form") return [];
  const { required = [] } = inlineSchema(schema, "input");
  return required;
}

const pointersOf = (body: Readonly<Record<string, unknown>>) =>
  z
    .array(z.object({ pointer: z.string() }))
    .parse(body["errors"] ?? [])
    .map(({ pointer }) => pointer);

describe("A malformed request", () => {
  const malformable = rowsOf(({ kind }) => kind !== "stream").map(
    ([name, endpoint], place) => [name, endpoint, place] as const,
  );
  test.each(malformable)(
    "at %s is refused, naming an unknown field or parameter or a missing field or key",
    async (_, endpoint, place) => {
      const good = matrixRequest(endpoint, await servedAt(endpoint));
      const all = malformedRequests(endpoint, good);
      for (const [pointer, request] of attacksAt(all, place, FAULTS_A_ROUTE)) {
        const { answer, wasReached } = await send(request);
        expect([pointer, refusalOf(answer)]).toEqual([pointer, "400 VALIDATION_FAILED"]);
        expect(pointersOf(answer.body)).toContain(pointer);
        // An unmanaged one reads its body itself.
        if (endpoint.kind !== "unmanaged") expect([pointer, wasReached]).toEqual([pointer, false]);
      }
    },
  );

  test.each(rowsOf(({ path }) => path.includes("{")))(
    "at %s with a malformed id is refused before anything is done",
    async (_, endpoint) => {
      const good = matrixRequest(endpoint, await servedAt(endpoint));
      const [pathOnly = ""] = good.path.split("?");
      const names = endpoint.path.split("/");
      for (const [place, name] of names.entries()) {
        if (!name.startsWith("{")) continue;
        const path = pathOnly.split("/").with(place, "not an id").join("/");
        const { answer, wasReached } = await send({ ...good, path });
        expect([400, 404]).toContain(answer.status);
        expect(wasReached).toBe(false);
      }
    },
  );
});

describe("A repeated request with the same Idempotency-Key", () => {
  const keyed = rowsOf(needsIdempotencyKey);
  const isRefused = (name: string) => REFUSED_ANYHOW[name] !== undefined;

  test.each(keyed.filter(([name]) => !isRefused(name)))(
    "at %s gets the first answer, and nothing is done",
    async (_, endpoint) => {
      const request = matrixRequest(endpoint, await servedAt(endpoint));
      const first = await send(request);
      expect(first.answer.status).toBe(endpoint.status ?? 200);
      expect(first.wasReached).toBe(true);
      const again = await send(request);
      expect(again.answer.status).toBe(first.answer.status);
      expect(again.answer.headers.get("Idempotency-Replayed")).toBe("true");
      expect(again.answer.data).toEqual(first.answer.data);
      expect(again.wasReached).toBe(false);
    },
  );

  test.each(keyed.filter(([name]) => isRefused(name)))(
    "at %s is judged again after a refusal, which is not stored",
    async (name, endpoint) => {
      const request = matrixRequest(endpoint, await servedAt(endpoint));
      for (const { answer, wasReached } of [await send(request), await send(request)]) {
        expect(refusalOf(answer)).toBe(REFUSED_ANYHOW[name]);
        expect(wasReached).toBe(true);
      }
    },
  );
});

function casesWhere(suits: (endpoint: Endpoint) => boolean) {
  return endpoints
    .filter(suits)
    .flatMap((endpoint) => idsOf(endpoint).map((id) => ({ endpoint, ...id })))
    .map((one) => [`${one.name} of ${one.endpoint.method} ${one.endpoint.path}`, one] as const);
}

/** An actor who is authorized, with ids of their own. */
function insiderAt(endpoint: Endpoint): MatrixPrincipal {
  const granted = expectedAnswers(endpoint);
  return world.actors[granted["client"] === "granted" ? "client" : "owner"];
}

async function answerTo(endpoint: Endpoint, actor: MatrixPrincipal) {
  const { method, path, ...request } = matrixRequest(endpoint, await world.renewed(actor));
  const answer = await api.call(method, path, request);
  const { requestId: _requestId, ...body } = answer.body;
  return { outcome: refusalOf(answer), body };
}
