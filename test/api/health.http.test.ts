import { connect } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { read } from "../../api/endpoint.ts";
import { openReadiness } from "../../api/http/open-readiness.ts";
import { metricInventory } from "../../tools/metrics/metric-inventory.ts";
import { eventually } from "../factories/eventually.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const quick = read({
  method: "GET",
  path: "/things/{thingId}",
  name: "probe",
  summary: "A thing",
  source: "test",
  access: "anonymous",
  answer: z.strictObject({}),
  handle: async () => ({}),
});

const issuer = await startTestIssuer();
afterAll(() => issuer.close());

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

/** A database where nobody listens. */
const NOWHERE = "postgresql://nobody:nothing@127.0.0.1:1/none";

const up = { state: "up", reason: null };

describe("Readiness", () => {
  test("is one word outside, and names every dependency with its state inside", async () => {
    const started = await start();
    const answer = await readyAnswer(started);
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ready"}']);
    expect(await started.deps.readiness()).toEqual({
      status: "ready",
      dependencies: { database: up, migrations: up, provider: up },
    });
  });

  test("checks the dependencies once a second, however many ask", async () => {
    let calls = 0;
    const check = async () => {
      calls += 1;
      return { state: "up", reason: null } as const;
    };
    const readiness = openReadiness([{ name: "counted", required: true, check }], () => false);
    await Promise.all(Array.from({ length: 200 }, readiness));
    expect(calls).toBe(1);
    await eventually(readiness, () => calls > 1);
  });

  test("fails if a required dependency fails, and gives the reason in a word", async () => {
    const { database, close } = await startApi({ endpoints: [], issuer: issuer.issuer });
    await close();
    const { call } = await start({ database: { ...database, appUrl: NOWHERE } });
    const answer = await call("GET", "/health/ready");
    expect([answer.status, answer.text]).toEqual([503, '{"status":"not-ready"}']);
    expect(await api?.deps.readiness()).toMatchObject({
      status: "not-ready",
      dependencies: { database: { state: "down", reason: "ECONNREFUSED" } },
    });
    expect((await call("GET", "/health/live")).status).toBe(200);
  });

  test("names missing migrations", async () => {
    const { deps, database } = await start();
    const owner = await startApi({
      endpoints: [],
      issuer: issuer.issuer,
      database: { ...database, appUrl: database.ownerUrl },
    });
    await owner.deps.database.em
      .fork()
      .execute("delete from mikro_orm_migrations where name = '0010-sync'");
    expect(await deps.readiness()).toMatchObject({
      dependencies: { migrations: { state: "down", reason: "not applied: 0010-sync" } },
    });
    await owner.close();
  });

  test("stays green without an optional dependency", async () => {
    const slow = () => new Promise<never>(() => {});
    const refused = async () => {
      throw Object.assign(new Error("connect to secret.host"), { code: "ECONNREFUSED" });
    };
    const started = await start({
      checks: [
        { name: "temporal", required: false, check: refused },
        { name: "slow", required: false, check: slow },
      ],
    });
    const answer = await readyAnswer(started);
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ready"}']);
    expect(await started.deps.readiness()).toMatchObject({
      dependencies: {
        temporal: { state: "degraded", reason: "ECONNREFUSED" },
        slow: { state: "degraded", reason: "no answer in time" },
      },
    });
  });

  test("ends when the process gets a stop signal; requests in flight close their connection", async () => {
    const stop = new AbortController();
    const { call } = await start({ stop: stop.signal });
    stop.abort();
    const ready = await call("GET", "/health/ready");
    expect(ready).toMatchObject({ status: 503, body: { status: "stopping" } });
    expect((await call("GET", "/health/live")).status).toBe(200);
    const answer = await call("GET", "/things/1");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Connection")).toBe("close");
  });
});

describe("While the database is down", () => {
  test("every route answers 503 with Retry-After", async () => {
    const broken = read({
      method: "GET",
      path: "/reads",
      name: "probe",
      summary: "Reads",
      source: "test",
      access: "anonymous",
      answer: z.strictObject({}),
      handle: async ({ em }) => {
        await em.execute("select 1");
        return {};
      },
    });
    const { database, close } = await startApi({ endpoints: [], issuer: issuer.issuer });
    await close();
    const { call } = await start({
      database: { ...database, appUrl: NOWHERE },
      endpoints: [broken],
    });
    const answer = await call("GET", "/reads");
    expect(answer).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/127\.0\.0\.1|select/);
  });
});

describe("Metrics", () => {
  test("of the reference are all registered before the first request", async () => {
    const { deps } = await start();
    const registered = deps.metrics.getMetricsAsArray().map(({ name }) => name);
    const served = (await metricInventory()).filter(({ processes }) => processes.includes("api"));
    const missing = served.map(({ name }) => name).filter((name) => !registered.includes(name));
    // Those that the process adds (workers/measure-process.ts, workers/watch/clock-watch.ts), or a standby.
    expect(missing).toEqual([
      "sideline_build_info",
      "sideline_clock_skew_seconds",
      "sideline_database_clock_skewed",
      "sideline_dependency_up",
      "sideline_process_ready",
      "sideline_standby_lag_seconds",
      "sideline_standby_reads_total",
    ]);
  });

  test("count requests by method, template and status", async () => {
    const { call, deps } = await start();
    await call("GET", "/things/marker-1");
    await call("GET", "/things/marker-2?x=marker");
    await call("GET", "/nowhere/marker");
    await call("BREW", "/things/marker");
    const metrics = await deps.metrics.metrics();
    const counted = (labels: string) =>
      metrics.includes(`http_request_duration_seconds_count{${labels}} 1\n`);
    expect(counted('method="GET",route="/things/{thingId}",status="200"')).toBe(true);
    expect(counted('method="GET",route="/things/{thingId}",status="400"')).toBe(true);
    expect(counted('method="GET",route="none",status="404"')).toBe(true);
    expect(metrics).not.toMatch(/marker/);
  });
});

describe("Metrics on the outside port", () => {
  test("are not found, whoever asks", async () => {
    const { call } = await start();
    const answer = await call("GET", "/metrics");
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(answer.text).not.toContain("http_request_duration_seconds");
  });
});

describe("The reference page", () => {
  test("loads two scripts of our own and the document, and can load nothing else", async () => {
    const { call } = await start();
    const page = await call("GET", "/docs");
    expect(page.status).toBe(200);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(addresses).toEqual(["data:,", "/docs/scalar.js", "/docs/start.js"]);
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const starting = await call("GET", "/docs/start.js");
    expect(starting.text).toContain('"url":"/api/v1/openapi.json"');
    expect(starting.text).not.toMatch(/https?:/);
    const script = await call("GET", "/docs/scalar.js");
    expect(script.headers.get("Content-Type")).toMatch(/javascript/);
    expect(script.text.length).toBeGreaterThan(100_000);
    expect((await call("GET", "/api/v1/openapi.json")).status).toBe(200);
  });

  test("is the only one: other answers can load nothing at all", async () => {
    const { call } = await start();
    const answer = await call("GET", "/things/1");
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
  });
});

describe("A request that is not valid HTTP", () => {
  test.each([
    ["a broken request line", "NONSENSE\r\n\r\n"],
    ["headers that are too large", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
  ])("with %s is answered by a problem", async (_name, request) => {
    const { url } = await start();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(request);
    const answer = await text(socket);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/application\/problem\+json/);
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });
});

async function start(options: Parameters<typeof startApi>[0] = {}) {
  api = await startApi({ endpoints: [quick], issuer: issuer.issuer, ...options });
  return api;
}

/** The first check of the provider's keys takes a moment, and its result is cached for a second. */
async function readyAnswer({ call }: TestApi) {
  return await eventually(
    () => call("GET", "/health/ready"),
    ({ status }) => status === 200,
  );
}
