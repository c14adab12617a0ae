import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { PROBLEMS } from "../../contract/problem.ts";
import { type TestApi, startApi } from "../harness/api.ts";

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  security: z.array(z.object({ bearer: z.array(z.unknown()) })),
  parameters: z.array(z.looseObject({ $ref: z.string().optional(), in: z.string().optional() })),
  requestBody: z.looseObject({ required: z.boolean() }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

let api: TestApi;
let document: z.infer<typeof documentSchema>;

beforeAll(async () => {
  api = await startApi();
  const answer = await api.call("GET", "/api/v1/openapi.json");
  expect(answer.status).toBe(200);
  document = documentSchema.parse(answer.body);
});
afterAll(() => api.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );

describe("The OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test("has every route, and only those", () => {
    const served = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(served).size).toBe(served.length);
    expect(
      operations()
        .map(({ route }) => route)
        .toSorted(),
    ).toEqual(served.toSorted());
  });

  test("names each operation once", () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test("resolves every reference", () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, path = ""] of references) {
      const target = path.split("/").reduce<unknown>(step, document);
      expect({ path, found: target !== undefined }).toEqual({ path, found: true });
    }
  });

  test("tells guard, key and codes of each route", () => {
    for (const endpoint of endpoints) {
      const route = `${endpoint.method} ${endpoint.path}`;
      const operation = operations().find((candidate) => candidate.route === route);
      const tokenless = isTokenless(endpoint);
      expect([route, tokenless && keyedRoute(endpoint)]).toEqual([route, false]);
      expect([route, operation?.security.length]).toEqual([route, tokenless ? 0 : 1]);
      const keyed = keyedRoute(endpoint);
      const references = operation?.parameters.map(({ $ref }) => $ref) ?? [];
      expect([route, references.includes("#/components/parameters/IdempotencyKey")]).toEqual([
        route,
        keyed,
      ]);
      for (const code of endpoint.refusals ?? []) {
        const response = operation?.responses[String(PROBLEMS[code].status)];
        expect([route, response?.description]).toEqual([route, expect.stringContaining(code)]);
      }
      expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status ?? 200));
    }
  });
});

/** Open to anybody, or proved by the body. */
function isTokenless({ access }: Endpoint): boolean {
  return access === "anonymous" || access === "provider";
}

/** A key belongs to a caller, so a route without a token can have none. */
function keyedRoute(endpoint: Endpoint): boolean {
  return endpoint.kind === "act" && endpoint.idempotency === "key";
}

function step(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

describe("A route that is served", () => {
  test("without a token answers 401, whatever else is wrong with it", async () => {
    for (const endpoint of endpoints.filter((candidate) => !isTokenless(candidate))) {
      const { method, path } = endpoint;
      const answer = await api.call(method, path.replaceAll(/\{\w+\}/g, "nonsense"), {
        ...(method !== "GET" && method !== "HEAD" && { rawBody: "{" }),
      });
      expect({ path, status: answer.status, code: answer.body["code"] }).toEqual({
        path,
        status: 401,
        code: "UNAUTHENTICATED",
      });
    }
  });

  test("answers another method by 405 and names its own", async () => {
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      const methods = endpoints.filter((endpoint) => endpoint.path === path).map((e) => e.method);
      const answer = await api.call("PROPFIND", path.replaceAll(/\{\w+\}/g, "x"));
      expect({ path, status: answer.status, allow: answer.headers.get("Allow") }).toEqual({
        path,
        status: 405,
        allow: methods.join(", "),
      });
    }
  });
});
