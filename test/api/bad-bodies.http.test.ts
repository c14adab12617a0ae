import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { badBodies, largestBody } from "../factories/api/bad-bodies.ts";
import { eventually } from "../factories/eventually.ts";
import { buildPhone, type Phone, syncBody, syncPath } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestRequest, callApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

/** Less than half of the image's heap: a process that survives here survives there. */
const HEAP_MB = 448;

/** Ten times the longest stretch that was measured on a quiet machine. */
const GENEROUS_MS = 1_000;

/** The longest measured stretches are written here for a reader. */
const FOUND = join(import.meta.dirname, "../../node_modules/.cache/bad-bodies.json");

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let child: ApiProcess | undefined;
let health = "";
const phones: Phone[] = [];
const folder = newTestFolder("bad-bodies");

beforeAll(async () => {
  for (let made = 0; made < 8; made += 1) phones.push(await buildPhone(api, issuer));
});
afterEach(async () => {
  await child?.stop();
  child = undefined;
});

const PATHS = {
  sync: (phone: Phone) => ["POST", syncPath(phone.relationshipId)],
  draft: () => [
    "PUT",
    "/api/v1/client/form-assignments/0190a7e0-0000-7000-8000-000000000000/draft",
  ],
  registration: () => ["POST", "/api/v1/client/devices"],
} as const;

describe("Bodies that are expensive to parse", () => {
  test("are refused, or judged operation by operation, and never block the event loop for long", async () => {
    const url = await start();
    const [phone] = phones;
    if (phone === undefined) throw new Error("Expected a phone");
    const found: { name: string; status: number; ms: number }[] = [];
    for (const { name, route, text } of badBodies(phone.deviceId)) {
      const [method = "", path = ""] = PATHS[route](phone);
      await longestStretch();
      const request = { token: phone.token, key: "bad-body", rawBody: text };
      const { status } = await callApi(`${url}${path}`, method, request).catch(cutOff);
      found.push({ name, status, ms: Math.round(await longestStretch()) });
    }
    writeFileSync(FOUND, JSON.stringify(found, null, 2));
    const isKnown = (status: number) => [200, 400, 404, 413].includes(status);
    expect(found.filter(({ status }) => !isKnown(status))).toEqual([]);
    expect(found.filter(({ ms }) => !(ms < GENEROUS_MS))).toEqual([]);
    expect(
      (await callApi(`${url}${syncPath(phone.relationshipId)}`, "POST", goodBatch(phone))).status,
    ).toBe(200);
  });

  test("leave the API alive with half of its heap if eight people send thirty-two of the largest at once", async () => {
    const url = await start();
    const send = (phone: Phone) =>
      callApi(`${url}${syncPath(phone.relationshipId)}`, "POST", {
        token: phone.token,
        rawBody: largestBody(phone.deviceId),
      });
    const sent = phones.flatMap((phone) => Array.from({ length: 4 }, () => send(phone)));
    expect(sent).toHaveLength(32);
    const answers = await Promise.allSettled(sent);
    const statuses = answers.map((answer) =>
      answer.status === "fulfilled" ? answer.value.status : "cut off",
    );
    writeFileSync(FOUND.replace(".json", "-at-once.json"), JSON.stringify(statuses));
    expect(statuses.filter((status) => ![200, 503, "cut off"].includes(status))).toEqual([]);
    const busy = answers.flatMap((answer) =>
      answer.status === "fulfilled" && answer.value.status === 503 ? [answer.value] : [],
    );
    for (const { headers, body } of busy)
      expect([body["code"], Number(headers.get("Retry-After")) > 0]).toEqual(["UNAVAILABLE", true]);
    expect(busy.length).toBeGreaterThan(0);
    // Callers refused because of large bodies in flight are served when they retry afterwards.
    for (const phone of phones)
      await eventually(
        () => callApi(`${url}${syncPath(phone.relationshipId)}`, "POST", goodBatch(phone)),
        ({ status }) => status === 200,
      );
    const [again] = phones;
    if (again === undefined) throw new Error("Expected eight phones");
    await eventually(
      () => send(again),
      ({ status }) => status === 200,
    );
    expect((await fetch(`${health}/health/live`)).status).toBe(200);
  });
});

async function start(): Promise<string> {
  const [healthPort = 0] = await findFreePorts(1);
  health = `http://127.0.0.1:${healthPort}`;
  const env = {
    API_HEALTH_PORT: String(healthPort),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    SIDELINE_DATA_DIR: folder,
  };
  child = await startApiProcess(api.database, issuer, env);
  return `http://127.0.0.1:${child.port}`;
}

/** The longest stretch of the process's event loop since the last call, in milliseconds. */
async function longestStretch(): Promise<number> {
  const metrics = await (await fetch(`${health}/metrics`)).text();
  const [, seconds = "NaN"] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
  return Number(seconds) * 1_000;
}

function goodBatch(phone: Phone): TestRequest {
  return {
    token: phone.token,
    body: syncBody(phone, [queued("quick-log.complete-task", { taskId: phone.agenda.habit.id })]),
  };
}

/** A caller refused before all of a large body was sent may be disconnected while sending it. */
function cutOff(error: unknown): { readonly status: number } {
  const cause = Error.isError(error) ? error.cause : undefined;
  const isCut = Error.isError(cause) && /EPIPE|ECONNRESET/.test(cause.message);
  if (isCut) return { status: 413 };
  throw error;
}
