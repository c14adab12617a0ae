import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { bodySchemaOf } from "../../api/http/codes-of.ts";
import { exampleOf } from "../../api/openapi/example-of.ts";
import {
  LOAD_BOUNDS,
  SET_BOUNDS,
  SET_NUMBERS,
  type SetBounds,
} from "../../contract/agenda/program-day/set-bounds.ts";
import { syncRequestSchema } from "../../contract/sync/schema.ts";
import { VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { corpusNames } from "../factories/sync/corpus.ts";
import { PROBLEMS } from "../../contract/problems.ts";
import { type TestApi, startApi } from "../harness/api.ts";

const jsonSchema = z.record(z.string(), z.unknown());
const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  description: z.string(),
  security: z.array(z.object({ bearer: z.array(z.unknown()) })),
  parameters: z.array(z.looseObject({ $ref: z.string().optional(), in: z.string().optional() })),
  requestBody: z
    .object({
      required: z.boolean(),
      content: z.record(
        z.string(),
        z.object({ schema: jsonSchema, example: z.unknown().optional() }),
      ),
    })
    .optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
const documentSchema = z.looseObject({
  openapi: z.string(),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), jsonSchema) }),
  "x-operation-types": z.array(
    z.object({ operationType: z.string(), operationVersion: z.int(), payload: jsonSchema }),
  ),
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

describe("The OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test("is compressed, and a 304 without a body if it is unchanged", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${api.url}/api/v1/openapi.json`, { headers });
    const tags = new Set<string>();
    for (const encoding of ["br", "gzip", "identity"]) {
      const answer = await ask({ "Accept-Encoding": encoding });
      const tag = answer.headers.get("ETag") ?? "";
      const bytes = Number(answer.headers.get("Content-Length"));
      expect(answer.headers.get("Content-Encoding")).toBe(
        encoding === "identity" ? null : encoding,
      );
      expect(bytes).toBeLessThan(encoding === "identity" ? 5_000_000 : 170_000);
      expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
      expect(documentSchema.parse(await answer.json())).toEqual(document);
      const again = await ask({ "Accept-Encoding": encoding, "If-None-Match": `W/"x", ${tag}` });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect([again.headers.get("ETag"), again.headers.get("Vary")]).toEqual([
        tag,
        "Accept-Encoding",
      ]);
      tags.add(tag);
    }
    expect(tags.size).toBe(3);
    expect((await ask({ "If-None-Match": '"x"' })).status).toBe(200);
  });

  test("has patterns that every tool reads: no Unicode classes, no escapes of one engine", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '""']) => String(JSON.parse(text)),
    );
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => /\\p\{|\\u\{|\(\?<|\(\?=/i.test(pattern))).toEqual([]);
    for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow();
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
    expect(names.filter((name) => !/^[a-z][A-Za-z]{3,29}$/.test(name))).toEqual([]);
  });

  test("sorts its routes by room and describes each room", () => {
    const rooms = new Set(operations().flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name)).toEqual([...rooms]);
    expect(operations().filter(({ tags }) => tags.length !== 1)).toEqual([]);
  });

  test("names the schemas of requests and answers", () => {
    const bodies = operations().flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}),
    );
    const sent = bodies.map(({ schema }) => schema).filter(({ format }) => format !== "binary");
    expect(sent.length).toBeGreaterThan(40);
    expect(sent.filter(({ $ref }) => $ref === undefined)).toEqual([]);
    const unnamed = successes().filter(({ schema }) => schema["$ref"] === undefined);
    // It answers without a body.
    expect(unnamed.map(({ route }) => route)).toEqual(["POST /api/v1/auth/backchannel-logout"]);
  });

  test("has an example of each answer that is valid by its schema, with its envelope", () => {
    const answered = successes();
    expect(answered.length).toBeGreaterThan(100);
    for (const endpoint of endpoints) {
      const own = answered.filter(({ route }) => route === `${endpoint.method} ${endpoint.path}`);
      const schema = endpoint.kind === "stream" ? endpoint.answerBody : endpoint.answer;
      for (const { route, schema: named, example } of own) {
        const { data } = z
          .looseObject({ data: z.unknown() })
          .parse({ data: example, ...jsonOf(example) });
        expect([route, schema?.safeParse(data).error]).toEqual([route, undefined]);
        if (endpoint.kind === "stream") continue;
        const { properties = {} } = schemaOf(nameOf(named));
        if (named["$ref"] !== undefined)
          expect(Object.keys(jsonOf(properties))).toEqual(["data", "meta"]);
      }
    }
  });

  test("names every union and its branches, and keeps those of answers open", () => {
    const answered = reachable(operations().map(({ responses }) => responses));
    const unions = nodesOf(document).flatMap(({ place, node }) => {
      const branches = [node["anyOf"], node["oneOf"], node["allOf"]].find(Array.isArray);
      return branches === undefined ? [] : [{ place, branches: branches.map(jsonOf), node }];
    });
    expect(unions.length).toBeGreaterThan(50);
    for (const { place, branches, node } of unions) {
      const isNullable = branches.some(({ type }) => type === "null");
      if (isNullable) {
        expect([place, branches.map(({ $ref, type }) => typeof ($ref ?? type))]).toEqual([
          place,
          ["string", "string"],
        ]);
        expect([place, branches.some(({ $ref }) => $ref !== undefined)]).toEqual([place, true]);
        continue;
      }
      const name = place.replace(/^.*\/schemas\//, "");
      expect([place, name]).toEqual([place, expect.stringMatching(/^\w+$/)]);
      const parts = branches.filter(({ properties }) => properties !== undefined);
      expect([place, parts]).toEqual([place, []]);
      const isOpen = branches.some(({ $ref }) => $ref === `#/components/schemas/Other${name}`);
      const isOfObjects = branches.every(({ $ref }) => $ref !== undefined);
      expect([place, isOpen]).toEqual([place, isOfObjects && answered.has(name)]);
      expect([place, node["anyOf"], node["allOf"]]).toEqual([place, undefined, undefined]);
      if (isOfObjects && !isOpen && name !== "CorrectSessionPayloadSets")
        expect([place, tellsApart(branches, node)]).toEqual([place, true]);
    }
  });

  test("keeps the type of each code, and writes no default that its own pattern refuses", () => {
    for (const { place, node } of nodesOf(document)) {
      expect([place, node["readOnly"]]).toEqual([place, undefined]);
      const { "x-extensible-enum": codes, enum: closed, type, default: usual, pattern } = node;
      const [code] = z
        .array(z.unknown())
        .catch([])
        .parse(codes ?? closed);
      const types = z
        .array(z.string())
        .catch([String(type)])
        .parse(type);
      const closedValues = z.array(z.unknown()).catch([]).parse(closed);
      // Kotlin sends the name of an enumerated number as a text.
      expect([place, typeof node["const"], closedValues.map((one) => typeof one)]).toEqual([
        place,
        expect.not.stringMatching("number"),
        expect.not.arrayContaining(["number"]),
      ]);
      if (code !== undefined && type !== undefined)
        expect([place, types]).toEqual([
          place,
          expect.arrayContaining([typeof code === "number" ? "integer" : "string"]),
        ]);
      if (typeof usual === "string" && typeof pattern === "string")
        expect(usual).toMatch(new RegExp(pattern));
    }
    expect(jsonOf(jsonOf(schemaOf("PlanSnoozeInput")["properties"])["minutes"])["items"]).toEqual({
      type: "integer",
      minimum: 10,
      maximum: 60,
      description: "One of 10, 30, 60.",
    });
  });

  test("says of each route what it does, and of each operation type which revision it expects", () => {
    for (const { route, summary, description } of operations())
      expect([route, description.startsWith(`${summary}. `)]).toEqual([route, true]);
    for (const { $ref } of z
      .array(z.object({ $ref: z.string() }))
      .parse(schemaOf("Operation")["oneOf"]))
      expect([$ref, schemaOf(nameOf({ $ref }))["description"]]).toEqual([
        $ref,
        expect.stringMatching(/^[A-Z].+\. .*`expectedRevision` (is|has)/),
      ]);
  });

  test("describes each named schema in words and not by a citation", () => {
    const schemas = Object.entries(document.components.schemas);
    expect(schemas.length).toBeGreaterThan(200);
    const wordless = schemas.filter(([name, { description }]) => {
      const text = typeof description === "string" ? description : "";
      return text.split(/\s+/).length < 4 || text === name;
    });
    expect(wordless.map(([name]) => name)).toEqual([]);
    const cited = schemas.filter(([, schema]) =>
      /docs\/|\w\.(?:ts|md)\b/.test(JSON.stringify(schema)),
    );
    expect(cited.map(([name]) => name)).toEqual([]);
  });

  test("has an example of each request that is valid by its schema", () => {
    for (const endpoint of endpoints) {
      const body = bodySchemaOf(endpoint);
      if (body === undefined) continue;
      const route = `${endpoint.method} ${endpoint.path}`;
      const operation = operations().find((candidate) => candidate.route === route);
      const [content] = Object.values(operation?.requestBody?.content ?? {});
      expect([route, body.safeParse(content?.example).error]).toEqual([route, undefined]);
    }
    for (const { path, query, params, method } of endpoints) {
      for (const schema of [query, params].filter((part) => part !== undefined))
        expect([method, path, schema.safeParse(exampleOf(schema, "input")).error]).toEqual([
          method,
          path,
          undefined,
        ]);
    }
  });

  test("is strict about requests and leaves answers open to new fields and codes", () => {
    const sent = reachable(operations().map(({ requestBody }) => requestBody));
    const answered = reachable(operations().map(({ responses }) => responses));
    expect(sent.has("SyncRequest")).toBe(true);
    expect(schemaOf("SyncRequest")["additionalProperties"]).toBe(false);
    expect(schemaOf("QuietHoursInput")["additionalProperties"]).toBe(false);
    expect(answered.size).toBeGreaterThan(100);
    for (const name of answered) {
      const text = JSON.stringify(schemaOf(name));
      expect([name, text.includes('"additionalProperties":false')]).toEqual([name, false]);
      const isBranch =
        name.startsWith("Other") || / whose `\w+` is /.test(String(schemaOf(name)["description"]));
      if (!isBranch) expect([name, text.includes('"enum":')]).toEqual([name, false]);
    }
    expect(JSON.stringify(schemaOf("OperationResult"))).toContain(
      '"x-extensible-enum":["ACCEPTED"',
    );
  });

  test("has nothing that generators for Kotlin turn into code that does not compile", () => {
    const faults: string[] = [];
    const visit = (node: unknown, at: string): void => {
      const { success, data } = jsonSchema.safeParse(node);
      if (!success) {
        if (Array.isArray(node))
          for (const [index, part] of node.entries()) visit(part, `${at}/${index}`);
        return;
      }
      const { type, enum: codes, default: usual, properties, additionalProperties } = data;
      const isTyped = typeof additionalProperties === "object" && properties !== undefined;
      if (type === "null" && !/(?:anyOf|oneOf)\/\d+$/.test(at)) faults.push(`${at}: only null`);
      if (Array.isArray(codes) && codes.includes("")) faults.push(`${at}: an empty code`);
      if (jsonSchema.safeParse(usual).success) faults.push(`${at}: an object as default`);
      if (isTyped) faults.push(`${at}: declared and other fields`);
      for (const [key, part] of Object.entries(data))
        if (key !== "example" && key !== "examples") visit(part, `${at}/${key}`);
    };
    visit(document.paths, "");
    visit(document.components.schemas, "");
    expect(faults).toEqual([]);
  });

  test("has every operation type in each version, with the schema of its payload", () => {
    const documented = document["x-operation-types"].map(
      ({ operationType, operationVersion }) => `${operationType}.v${operationVersion}`,
    );
    expect(documented.toSorted()).toEqual(corpusNames(operationFeatures).toSorted());
    const typed = z.array(jsonSchema).parse(schemaOf("Operation")["oneOf"]);
    const properties = typed.map((one) => schemaOf(nameOf(one))["properties"]);
    for (const { operationType, operationVersion, payload } of document["x-operation-types"]) {
      expect(properties).toContainEqual(
        expect.objectContaining({
          operationType: { type: "string", const: operationType },
          operationVersion: {
            type: "integer",
            minimum: operationVersion,
            maximum: operationVersion,
          },
          payload,
        }),
      );
      expect(schemaOf(nameOf(payload))["additionalProperties"]).toBe(false);
    }
  });

  test("lists every code of a refused operation with category, message keys and possible actions", () => {
    const { description } = z
      .looseObject({ description: z.string() })
      .parse(schemaOf("VerdictCode"));
    for (const code of Object.keys(VERDICT_CODES)) {
      const row = description.split("\n").find((line) => line.startsWith(`| ${code} |`)) ?? "";
      expect(row.split(" | ")).toHaveLength(5);
      expect(row).toContain("sync.");
    }
    expect(description).toContain("sync.payload-too-long");
    for (const name of ["OperationResult", "OperationReceipt"]) {
      const { rejectionCode, conflictCode } = z
        .looseObject({ rejectionCode: jsonSchema, conflictCode: jsonSchema })
        .parse(schemaOf(name)["properties"]);
      const pointed = { $ref: "#/components/schemas/VerdictCode" };
      expect([rejectionCode, conflictCode]).toEqual([pointed, pointed]);
    }
  });

  test("bounds the decimals of a recorded value", () => {
    expect(JSON.stringify(schemaOf("RecordValuePayload"))).toContain("/MetricValueInput");
    expect(JSON.stringify(schemaOf("MetricValueInput"))).toContain('"multipleOf":0.001');
  });

  test("bounds each number of a set as its verdict does", () => {
    const numbers = jsonOf(schemaOf("SetValues")["properties"]);
    const published = (number: unknown, { min, max, step: multipleOf }: SetBounds) =>
      expect(number).toMatchObject({ minimum: min, maximum: max, multipleOf });
    for (const name of SET_NUMBERS) published(numbers[name], SET_BOUNDS[name]);
    published(jsonOf(jsonOf(numbers["weight"])["properties"])["value"], LOAD_BOUNDS.lb);
  });

  test("begins with a guide for writing an app", () => {
    const { description } = z.looseObject({ description: z.string() }).parse(document["info"]);
    for (const title of ["# Write an app", "## Get a token", "## Find your scope"])
      expect(description).toContain(title);
    const [, batch = ""] = /```json\n([^`]+)```/.exec(description) ?? [];
    expect(syncRequestSchema.parse(JSON.parse(batch)).operations).toHaveLength(1);
  });

  test("resolves every reference", () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, path = ""] of references) {
      const target = path.split("/").reduce<unknown>(step, document);
      expect({ path, found: target !== undefined }).toEqual({ path, found: true });
    }
  });

  test("documents guard, key and codes of each route", () => {
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

const answeredSchema = z.looseObject({
  content: z.object({
    "application/json": z.object({ schema: jsonSchema, example: z.unknown() }),
  }),
});

/** Every JSON answer that is no problem, with its route. */
function successes() {
  return operations().flatMap(({ route, responses }) =>
    Object.values(responses).flatMap((answer) => {
      const read = answeredSchema.safeParse(answer);
      return read.success ? [{ route, ...read.data.content["application/json"] }] : [];
    }),
  );
}

/** Every object of a JSON value with its place; the examples of the document are left out. */
function nodesOf(value: unknown, place = ""): { readonly place: string; readonly node: Json }[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value)
    .filter(([key]) => key !== "example" && key !== "examples")
    .flatMap(([key, part]) => nodesOf(part, `${place}/${key}`));
  return Array.isArray(value) ? below : [{ place, node: jsonOf(value) }, ...below];
}

/** Whether a field has other constants in each branch, or names the branch. */
function tellsApart(branches: readonly Json[], { discriminator }: Json): boolean {
  if (discriminator !== undefined) return true;
  const constants = branches.map((branch) => {
    const fields = Object.entries(jsonOf(schemaOf(nameOf(branch))["properties"]));
    return JSON.stringify(
      fields.flatMap(([field, part]) => {
        const { const: only, minimum, maximum } = jsonOf(part);
        const value = only ?? (minimum === maximum ? minimum : undefined);
        return value === undefined ? [] : [[field, value]];
      }),
    );
  });
  return new Set(constants).size === branches.length && !constants.includes("[]");
}

type Json = Record<string, unknown>;
const jsonOf = (value: unknown): Json => jsonSchema.catch({}).parse(value);

const schemaOf = (name: string) => document.components.schemas[name] ?? {};
const nameOf = ({ $ref }: Record<string, unknown>) =>
  String($ref).replace("#/components/schemas/", "");

/** Named schemas that are referenced, directly or through others. */
function reachable(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(schemaOf(name), found);
  }
  return found;
}

/** Open to anybody, or authorized by the body. */
function isTokenless({ access }: Endpoint): boolean {
  return access === "anonymous" || access === "provider";
}

/** A key belongs to a caller, so a route without a token has none. */
function keyedRoute(endpoint: Endpoint): boolean {
  return endpoint.kind === "act" && endpoint.idempotency === "key";
}

function step(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

describe("A route", () => {
  test("without a token answers 401, whatever else is wrong with the request", async () => {
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

  test("answers another method by 405 and lists its own", async () => {
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

test("documents a 304 of media bytes with exactly the headers that it has", () => {
  const content = operations().find(({ route }) => route === "GET /api/v1/media/{mediaId}/content");
  const header = expect.anything();
  expect(content?.responses["304"]).toEqual({
    description: "The caller's copy is current",
    headers: { "X-Request-Id": header, ETag: header, "Cache-Control": header },
  });
});

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );
}
