import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LEGAL_VERSIONS } from "../../contract/accounts/vocabulary.ts";
import { openDatabase } from "../../db/open-database.ts";
import type { Child } from "../../tools/processes/child-process.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { metricInventory } from "../../tools/metrics/metric-inventory.ts";
import { eventually } from "../factories/eventually.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import {
  COMPILED,
  processEnvironment,
  startProcess as startPart,
} from "../factories/workers/processes.ts";
import { openWayToDatabase } from "../factories/db/way-to-database.ts";
import { getTestPart } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { tokenFor } from "../harness/tokens.ts";

const EMAIL = "process@example.test";
const registration = JSON.stringify({
  displayName: "Cora",
  timezone: "Europe/Berlin",
  locale: "de",
  ...LEGAL_VERSIONS,
});

let child: Child | undefined;
const lines: string[] = [];

const database = await useOwnDatabase();
const token = await tokenFor(EMAIL);
afterAll(async () => {
  await child?.stop();
});

/** A process that runs until it gets a stop signal. */
describe("A process of the API", () => {
  let url = "";
  let health = "";
  beforeAll(async () => {
    const [healthPort = 0] = await findFreePorts(1);
    health = `http://127.0.0.1:${healthPort}`;
    url = await startProcess({ API_HEALTH_PORT: String(healthPort) });
  });

  test("is ready without Temporal, which it reports as degraded", async () => {
    const probe = async (address: string) => {
      const response = await fetch(`${address}/health/ready`);
      const answer: unknown = await response.json();
      return { isReady: response.ok, body: answer };
    };
    const outside = await eventually(
      () => probe(url),
      ({ isReady }) => isReady,
    );
    expect(outside.body).toEqual({ status: "ready" });
    const { body } = await probe(health);
    expect(body).toMatchObject({
      status: "ready",
      dependencies: { temporal: { state: "degraded", reason: expect.any(String) } },
    });
  });

  test("shows its metrics on a separate port, with live and ready", async () => {
    const ask = (path: string) => fetch(`${health}${path}`);
    await (await fetch(`${url}/api/v1/openapi.json`)).text();
    // A request is counted once its last byte is sent; the reader may be faster.
    const metrics = await eventually(
      async () => (await ask("/metrics")).text(),
      (text) => text.includes('route="/api/v1/openapi.json",status="200"'),
    );
    expect(metrics).toContain("nodejs_eventloop_lag_seconds");
    expect(metrics).toContain('sideline_dependency_up{dependency="database"} 1');
    expect(metrics).toContain('sideline_dependency_up{dependency="temporal"} 0');
    const served = (await metricInventory()).filter(({ processes }) => processes.includes("api"));
    expect(
      served.filter(({ name, type }) => !metrics.includes(`# TYPE ${name} ${type}\n`)),
    ).toEqual([]);
    expect((await ask("/health/live")).status).toBe(200);
    expect([200, 503]).toContain((await ask("/health/ready")).status);
    expect((await ask("/api/v1/openapi.json")).status).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  test("that gets a stop signal accepts nothing new, completes what is in flight, and exits", async () => {
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${url}/api/v1/workspaces/marker-path/plans?cursor=marker-query`, { headers });
    await fetch(`${url}/api/v1/auth/me`, { headers: { Authorization: "Bearer marker-token" } });
    const sent = beginRegistration(url);
    const answered = new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
    await once(sent, "continue");
    const ended = child?.stop();
    await eventually(
      () => isRefused(new URL(url)),
      (refused) => refused,
    );
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    sent.end(registration.slice(10));
    const response = await answered;
    expect(response.statusCode).toBe(200);
    expect(response.headers.connection).toBe("close");
    expect(await json(response)).toMatchObject({ data: { roles: ["COACH"] } });
    expect(await ended).toEqual({ code: 0, signal: null });
    await expect(fetch(`${health}/metrics`)).rejects.toThrow();
  });

  test("logs JSON lines without tokens, contacts, paths or queries", () => {
    const entries = lines.map((line): unknown => JSON.parse(line));
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: "ready", name: "api" }),
        expect.objectContaining({
          msg: "request",
          method: "GET",
          route: "/api/v1/workspaces/{workspaceId}/plans",
          status: 403,
          requestId: expect.any(String),
          ms: expect.any(Number),
        }),
      ]),
    );
    expect(lines.join("\n")).not.toMatch(/marker|Bearer|example\.test|eyJ/);
  });
});

test("An API that gets a stop signal keeps serving with readiness red and closes each connection; after a second signal it accepts nothing new", async () => {
  const url = await startProcess({ API_STOP_SERVE_SECONDS: "10" });
  const pid = child?.record.pid ?? 0;
  process.kill(pid, "SIGTERM");
  const probe = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`);
    return [status, headers.get("Connection")];
  };
  await eventually(
    () => probe("/health/ready"),
    ([status]) => status === 503,
  );
  expect(await probe("/health/live")).toEqual([200, "close"]);
  // A quick answer: the second signal comes before the API stops by itself.
  expect(await probe("/api/v1/auth/me")).toEqual([401, "close"]);
  process.kill(pid, "SIGTERM");
  await eventually(
    () => isRefused(new URL(url)),
    (refused) => refused,
    5_000,
  );
  expect(await child?.ended).toEqual({ code: 0, signal: null });
  child = undefined;
});

test("An API starts while the database is down, and logs it", async () => {
  const [healthPort = 0] = await findFreePorts(1);
  const url = await startProcess({
    DATABASE_URL: "postgresql://nobody:nothing@127.0.0.1:1/none",
    API_HEALTH_PORT: String(healthPort),
  });
  const inside = await fetch(`http://127.0.0.1:${healthPort}/health/ready`);
  expect([inside.status, await inside.json()]).toMatchObject([
    503,
    { dependencies: { database: { state: "down", reason: "ECONNREFUSED" } } },
  ]);
  const metrics = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  expect(metrics).toContain("sideline_process_ready 0");
  expect(metrics).toContain('sideline_dependency_up{dependency="database"} 0');
  const response = await fetch(`${url}/health/ready`);
  expect([response.status, await response.json()]).toEqual([503, { status: "not-ready" }]);
  expect(await child?.stop()).toEqual({ code: 0, signal: null });
  child = undefined;
});

test("A starting relay waits for the database and Temporal, and then delivers the outbox", async () => {
  const direct = openDatabase({ url: database.appUrl, poolSize: 1, applicationName: "test" });
  const way = await openWayToDatabase(database.appUrl);
  const event = anEvent("DeviceChecksumsMismatched");
  await emitEvents(direct, [event]);
  way.cutAfter(0);
  const nowhere = { address: "127.0.0.1:1", namespace: "default", taskQueue: "none" };
  const env = { ...processEnvironment(database, nowhere), DATABASE_URL: way.url };
  lines.length = 0;
  child = await startPart("relay", env, lines);
  const logged = (text: string) =>
    eventually(
      async () => lines.some((line) => line.includes(text)),
      (found) => found,
    );
  await logged("a loop of the relay failed");
  expect(lines.join("\n")).not.toContain(event.eventId);
  way.mend();
  await logged(event.eventId);
  expect(await child.stop()).toEqual({ code: 0, signal: null });
  child = undefined;
  await way.close();
  await direct.close();
});

async function startProcess(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
  lines.length = 0;
  child = await startNodePart({
    name: "api",
    entry: new URL("../../workers/api.ts", import.meta.url),
    env: {
      SIDELINE_MODE: "embedded",
      NODE_COMPILE_CACHE: COMPILED,
      API_PORT: String(port),
      DATABASE_URL: database.appUrl,
      OIDC_ISSUER: getTestPart("provider").issuer,
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      INVITATION_KEY: key(1),
      CURSOR_KEY: key(2),
      HASH_KEY: key(3),
      ...env,
    },
    onLine: (line) => lines.push(line),
    onStart: (started) => {
      child = started;
    },
  });
  return `http://127.0.0.1:${port}`;
}

/** A registration whose body stays half sent until the test sends the rest; the server reports when it began. */
function beginRegistration(url: string) {
  const sent = request(`${url}/api/v1/auth/coach-registration`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Expect: "100-continue",
      "Content-Length": Buffer.byteLength(registration),
    },
  });
  sent.write(registration.slice(0, 10));
  return sent;
}

/** Whether nothing listens there any more. */
function isRefused({ hostname, port }: URL): Promise<boolean> {
  const socket = connect(Number(port), hostname);
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(false));
    socket.once("error", () => resolve(true));
  }).finally(() => socket.destroy());
}
