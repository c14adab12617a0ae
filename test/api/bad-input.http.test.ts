import { afterAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { act, unmanaged, read } from "../../api/endpoint.ts";
import { parseOrRefuse } from "../../api/http/parse-or-refuse.ts";
import { startApi } from "../harness/api.ts";
import { signInFor, tokenFor } from "../harness/tokens.ts";
import { challengeWith } from "../factories/accounts/challenge.ts";

const echoBody = z.strictObject({
  text: z.string().max(70_000),
  list: z.array(z.int()).optional(),
});

const endpoints = [
  read({
    method: "GET",
    path: "/api/v1/items/{itemId}",
    name: "probe",
    summary: "Reads an item",
    source: "test",
    access: "anonymous",
    params: z.object({ itemId: z.uuid() }),
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    answer: z.strictObject({ itemId: z.string(), limit: z.number() }),
    handle: async ({ params, query }) => ({ itemId: params.itemId, limit: query.limit }),
  }),
  act({
    method: "POST",
    path: "/api/v1/echo",
    name: "probe",
    summary: "Gives back what was sent",
    source: "test",
    access: "identity",
    idempotency: "none",
    body: echoBody,
    answer: echoBody,
    handle: async ({ body }) => body,
  }),
  unmanaged({
    method: "POST",
    path: "/api/v1/batch",
    name: "probe",
    summary: "Tolerates faults inside payloads",
    source: "test",
    access: "identity",
    toleratesJsonFaultsUnder: ["operations", "*", "payload"],
    unparsedBody: z.strictObject({ operations: z.array(z.unknown()) }),
    answer: z.strictObject({ faults: z.array(z.unknown()), operations: z.number() }),
    handle: async ({ body, toleratedFaults }) => {
      const schema = z.strictObject({ operations: z.array(z.object({ payload: z.unknown() })) });
      const { operations } = parseOrRefuse(schema, body);
      return { faults: [...toleratedFaults], operations: operations.length };
    },
  }),
  read({
    method: "GET",
    path: "/api/v1/broken/{kind}",
    name: "probe",
    summary: "Fails",
    source: "test",
    access: "anonymous",
    answer: z.strictObject({ ok: z.literal(true) }),
    handle: async ({ em, params }) => {
      const kind = z.object({ kind: z.string() }).parse(params).kind;
      if (kind === "sql") await em.execute("select 'marker in a statement'::int");
      if (kind === "fault") throw new Error("secret host db.internal, select * from app_user");
      const odd: unknown = JSON.parse('{"ok":true,"leak":"secret"}');
      return z.custom<{ ok: true }>(() => true).parse(odd);
    },
  }),
];

const log: Readonly<Record<string, unknown>>[] = [];

const token = await tokenFor("bad-input@example.test");
const api = await startApi({ endpoints, onLog: (line) => log.push(line) });
afterAll(() => api.close());

describe("A well-formed request", () => {
  test("gets an envelope with data, request id and server time", async () => {
    const answer = await api.call("POST", "/api/v1/echo", {
      token,
      body: { text: "hello" },
      headers: { "X-Request-Id": "from.the-app_1" },
    });
    expect(answer.body).toEqual({
      data: { text: "hello" },
      meta: { requestId: "from.the-app_1", serverTime: expect.stringMatching(/^\d{4}.*\.\d{3}Z$/) },
    });
    expect(answer.headers.get("X-Request-Id")).toBe("from.the-app_1");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("X-Powered-By")).toBeNull();
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("with a malformed request id gets a UUIDv7 instead", async () => {
    const headers = { "X-Request-Id": "a".repeat(65) };
    const answer = await api.call("GET", "/nowhere", { headers });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    expect(answer.body["requestId"]).toBe(answer.headers.get("X-Request-Id"));
  });
});

describe("The API answers a problem (RFC 9457) to", () => {
  const expectProblem = (
    answer: Awaited<ReturnType<typeof post>>,
    status: number,
    code: string,
  ) => {
    expect({ status: answer.status, code: answer.body["code"] }).toEqual({ status, code });
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      type: `urn:sideline:problem:${code}`,
      title: expect.any(String),
      status,
      detail: expect.any(String),
      messageKey: expect.stringMatching(/^problem\./),
      requestId: answer.headers.get("X-Request-Id"),
    });
    expect(answer.text).not.toMatch(/select |node_modules|\.ts:|secret|Error:/);
  };
  const pointers = (answer: { readonly body: unknown }) =>
    z
      .object({ errors: z.array(z.object({ pointer: z.string() })) })
      .parse(answer.body)
      .errors.map(({ pointer }) => pointer);

  test("malformed JSON", async () => {
    const answer = await post('{"text":');
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer: "", code: "invalid_json" }]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
  ])("the content type %s", async (type) => {
    const answer = await post('{"text":"a"}', { "Content-Type": type });
    expectProblem(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    const message = "Expected application/json in UTF-8, without Content-Encoding";
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/headers/content-type", message }]);
  });

  test("a compressed body", async () => {
    const answer = await post('{"text":"a"}', { "Content-Encoding": "gzip" });
    expectProblem(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
  });

  test("one byte more than 64 KB", async () => {
    const body = (bytes: number) => JSON.stringify({ text: "a".repeat(bytes - 11) });
    expect(body(65_536)).toHaveLength(65_536);
    expect((await post(body(65_536))).status).toBe(200);
    const beyond = await post(body(65_537));
    expectProblem(beyond, 413, "PAYLOAD_TOO_LARGE");
    expect(beyond.body["errors"]).toMatchObject([{ pointer: "", message: "At most 65536 bytes" }]);
    expectProblem(await post(body(65 * 1024)), 413, "PAYLOAD_TOO_LARGE");
  });

  test("a large body without a length", async () => {
    const stream = new Blob(["a".repeat(200_000)]).stream();
    const response = await fetch(`${api.url}/api/v1/echo`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: stream,
      duplex: "half",
    });
    expect(response.status).toBe(413);
  });

  test("bytes that are not UTF-8", async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0x74, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    const answer = await post(bytes);
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer: "", code: "invalid_encoding" }]);
  });

  test.each([
    ["duplicate keys", '{"text":"a","text":"b"}', "/text", "duplicate_key"],
    ["a lone surrogate", '{"text":"\\ud800"}', "/text", "lone_surrogate"],
    ["a NUL", '{"text":"a\\u0000b"}', "/text", "nul_character"],
    ["an unsafe integer", '{"text":"a","list":[1,9007199254740993]}', "/list/1", "unsafe_number"],
    ["a number that is not finite", '{"text":"a","list":[1e400]}', "/list/0", "unsafe_number"],
  ])("%s", async (_name, rawBody, pointer, code) => {
    const answer = await post(rawBody);
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer, code }]);
  });

  test("33 levels of nesting, and accepts 32", async () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const read32 = await post(nested(32));
    expect(read32.body["errors"]).toMatchObject([{ pointer: "", code: "invalid_type" }]);
    const read33 = await post(nested(33));
    expect(read33.body["errors"]).toMatchObject([{ pointer: "", code: "too_deep" }]);
    expectProblem(await post("[".repeat(60_000)), 400, "VALIDATION_FAILED");
  });

  test("unknown and invalid fields, naming each of them", async () => {
    const answer = await post('{"text":5,"list":[1,"x"],"role~s/":1,"__proto__":{"a":1}}');
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(pointers(answer)).toEqual(
      expect.arrayContaining(["/text", "/list/1", "/role~0s~1", "/__proto__"]),
    );
  });

  test("a missing body", async () => {
    const answer = await api.call("POST", "/api/v1/echo", { token });
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(pointers(answer)).toEqual([""]);
  });

  test("a malformed path and query, named with the pointers of the body", async () => {
    const answer = await api.call("GET", "/api/v1/items/nobody?limit=101&color=red");
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(pointers(answer)).toEqual(["/path/itemId", "/query/limit", "/query"]);
  });

  test.each(["?marker=1", "?marker=1&marker=2", "?marker=%00", "?limit=1&marker%00=2"])(
    "an unknown parameter in %s, without repeating its name",
    async (query) => {
      const path = `/api/v1/items/0190a7e0-0000-7000-8000-000000000000${query}`;
      const answer = await api.call("GET", path);
      expectProblem(answer, 400, "VALIDATION_FAILED");
      expect(pointers(answer)).toEqual(["/query"]);
      expect(answer.text).not.toContain("marker");
    },
  );

  test("a query parameter sent twice", async () => {
    const path = "/api/v1/items/0190a7e0-0000-7000-8000-000000000000?limit=1&limit=2";
    const answer = await api.call("GET", path);
    expectProblem(answer, 400, "VALIDATION_FAILED");
    expect(pointers(answer)).toEqual(["/query/limit"]);
  });

  test.each(["/api/v1/broken/%00", "/api/v1/broken/x?q=%00"])("a NUL in %s", async (path) => {
    expectProblem(await api.call("GET", path), 400, "VALIDATION_FAILED");
  });

  test("a path that is not well encoded", async () => {
    expectProblem(await api.call("GET", "/api/v1/items/%E0%A4%A"), 400, "VALIDATION_FAILED");
  });

  test.each(["/nowhere", "/api/v1", "/api/v1/Echo", "/api/v1/echo/", "//api/v1/echo"])(
    "the unknown path %s",
    async (path) => {
      expectProblem(await api.call("POST", path), 404, "NOT_FOUND");
    },
  );

  test.each(["HEAD", "OPTIONS", "DELETE", "PATCH"])("the method %s", async (method) => {
    const answer = await api.call(method, "/api/v1/echo");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("POST");
    if (method !== "HEAD") expectProblem(answer, 405, "METHOD_NOT_ALLOWED");
  });

  test("an internal error, logged once and not described to the caller", async () => {
    log.length = 0;
    const answer = await api.call("GET", "/api/v1/broken/fault");
    expectProblem(answer, 500, "INTERNAL");
    const lines = log.filter(({ level }) => level === 50);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      requestId: answer.body["requestId"],
      fault: { type: "Error", frames: expect.any(Array) },
    });
  });

  test("a failed statement, whose text and values are not logged", async () => {
    log.length = 0;
    expectProblem(await api.call("GET", "/api/v1/broken/sql"), 500, "INTERNAL");
    const [line] = log.filter(({ level }) => level === 50);
    expect(line).toMatchObject({ fault: { code: "22P02", frames: expect.any(Array) } });
    expect(JSON.stringify(log)).not.toMatch(/marker|select/);
  });

  test("an answer that violates its schema, logging only the places", async () => {
    log.length = 0;
    expectProblem(await api.call("GET", "/api/v1/broken/answer"), 500, "INTERNAL");
    const [line] = log.filter(({ level }) => level === 50);
    expect(line).toMatchObject({ fault: { issues: [{ path: [], code: "unrecognized_keys" }] } });
    expect(JSON.stringify(log)).not.toMatch(/secret/);
  });

  test("an ID token used as access token, and a token of an unknown user", async () => {
    const { idToken } = await signInFor("bad-input@example.test");
    for (const bad of [idToken, "a.b.c", `${token}x`]) {
      const answer = await api.call("POST", "/api/v1/echo", { token: bad, body: { text: "a" } });
      expectProblem(answer, 401, "UNAUTHENTICATED");
    }
  });

  test("a token before the provider was ever reached: 503 and not 401", async () => {
    const lonely = await startApi({
      endpoints,
      issuer: "http://127.0.0.1:1",
      database: api.database,
    });
    const answer = await lonely.call("POST", "/api/v1/echo", { token, body: { text: "a" } });
    expectProblem(answer, 503, "UNAVAILABLE");
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    await lonely.close();
  });

  test("a caller without a token, before reading the body", async () => {
    const answer = await api.call("POST", "/api/v1/echo", { rawBody: "{" });
    expectProblem(answer, 401, "UNAUTHENTICATED");
    expect(answer.headers.get("WWW-Authenticate")).toBe(challengeWith());
  });
});

describe("A route that judges payloads itself", () => {
  const batch = (rawBody: string) => api.call("POST", "/api/v1/batch", { token, rawBody });

  test("receives faults inside a payload", async () => {
    const answer = await batch('{"operations":[{"payload":{"a":1}},{"payload":{"a":"\\u0000"}}]}');
    expect(answer.data).toEqual({
      operations: 2,
      faults: [{ pointer: "/operations/1/payload/a", code: "nul_character" }],
    });
  });

  test("never receives faults outside a payload", async () => {
    const answer = await batch('{"operations":[{"payload":{}}],"x":"\\u0000"}');
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/x", code: "nul_character" }]);
  });

  test("refuses a malformed envelope with pointers", async () => {
    const answer = await batch('{"operations":[{"payload":1},7]}');
    expect(answer.status).toBe(400);
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/operations/1" }]);
  });
});

test("The log names the template of a route and nothing of its path or query", async () => {
  log.length = 0;
  await api.call("GET", "/api/v1/items/marker-in-path?limit=marker-in-query", {
    headers: { Authorization: "Bearer marker-in-token" },
  });
  const lines = log.filter(({ msg }) => msg === "request");
  expect(lines).toMatchObject([{ method: "GET", route: "/api/v1/items/{itemId}", status: 400 }]);
  expect(JSON.stringify(log)).not.toMatch(/marker/);
});

function post(rawBody: string | Uint8Array<ArrayBuffer>, headers = {}) {
  return api.call("POST", "/api/v1/echo", { token, rawBody, headers });
}
