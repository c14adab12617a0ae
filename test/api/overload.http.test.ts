import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { act, type Endpoint, read } from "../../api/endpoint.ts";
import { endpoints as productEndpoints } from "../../api/endpoints.ts";
import { lockScope } from "../factories/db/lock-scope.ts";
import { eventually } from "../factories/eventually.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { buildPhone, send, snapshot, syncBody, syncPath } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestAnswer, type TestApi, startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const LIMITS = { SIGN_OUT: 2, READ: 4, SYNC: 4, TRANSFER: 2, POLL: 2, OTHER: 2 };
const okSchema = z.strictObject({ ok: z.literal(true) });
const ok = async () => ({ ok: true as const });

/** Requests that wait until the test releases them, and how many wait. */
let gate = Promise.withResolvers<void>();
let waiting = 0;

const probe = { name: "probe", summary: "Probe", source: "test", access: "identity" } as const;
const once = { answer: okSchema, idempotency: "none" } as const;
const endpoints: readonly Endpoint[] = [
  read({ ...probe, method: "GET", path: "/quick", answer: okSchema, handle: ok }),
  read({ ...probe, method: "GET", path: "/slow", answer: okSchema, handle: waitAtGate }),
  act({
    ...probe,
    ...once,
    method: "POST",
    path: "/change",
    bodyLimit: 1_000_000,
    body: z.looseObject({}),
    handle: ok,
  }),
  act({ ...probe, ...once, method: "POST", path: "/slow-change", handle: waitAtGate }),
  act({ ...probe, ...once, method: "POST", path: "/leave", traffic: "SIGN_OUT", handle: ok }),
];

const issuer = await startTestIssuer();
const api = await startApi({ endpoints, issuer: issuer.issuer, concurrencyLimits: LIMITS });
afterEach(() => {
  gate.resolve();
  gate = Promise.withResolvers();
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const tokenOf = (sub: string = randomUUID()) => issuer.sign({ claims: { sub, jti: randomUUID() } });

describe("A process whose concurrency limit for reads is reached", () => {
  test("answers 503 with a retry time before it authorizes the caller", async () => {
    const counted = await turnedAway("READ", "busy");
    const slow = fill("/slow", "GET", LIMITS.READ);
    await untilWaiting(LIMITS.READ);
    expectUnavailable(await api.call("GET", "/quick", { token: await tokenOf() }));
    expectUnavailable(await api.call("GET", "/quick"));
    expect(await turnedAway("READ", "busy")).toBe(counted + 2);
    gate.resolve();
    expect((await slow).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await api.call("GET", "/quick")).status).toBe(401);
  });

  test("continues to serve everything else, above all health and sign-out", async () => {
    const reads = fill("/slow", "GET", LIMITS.READ);
    await untilWaiting(LIMITS.READ);
    const changes = fill("/slow-change", "POST", LIMITS.OTHER);
    await untilWaiting(LIMITS.READ + LIMITS.OTHER);
    const token = await tokenOf();
    expectUnavailable(await api.call("POST", "/change", { token, body: {} }));
    expect((await api.call("POST", "/leave", { token })).status).toBe(200);
    expect((await api.call("GET", "/health/live")).status).toBe(200);
    expect((await api.call("GET", "/health/ready")).status).toBe(200);
    gate.resolve();
    await Promise.all([reads, changes]);
  });
});

describe("A request refused for overload", () => {
  test("looks like every other refusal", async () => {
    const headers = { "X-Request-Id": "of-the-caller" };
    const other = await api.call("GET", "/quick", { headers });
    const slow = fill("/slow", "GET", LIMITS.READ);
    await untilWaiting(LIMITS.READ);
    const turned = await api.call("GET", "/quick?x=1", { headers });
    expectUnavailable(turned);
    expect(turned.body).toMatchObject({
      type: "urn:sideline:problem:UNAVAILABLE",
      messageKey: "problem.unavailable",
      requestId: "of-the-caller",
    });
    const differing = new Set(["content-length", "date", "etag", "www-authenticate"]);
    const named = (answer: TestAnswer) =>
      [...answer.headers]
        .filter(([name]) => !differing.has(name))
        .map(([name, value]) => `${name}: ${value}`);
    expect(named(turned)).toEqual(expect.arrayContaining(named(other)));
    gate.resolve();
    await slow;
  });

  const post = async (bytes: number) => {
    const body = { text: "x".repeat(bytes) };
    return api.call("POST", "/change", { token: await tokenOf(), body });
  };

  test("keeps its connection if its body is small, and loses it if it is large", async () => {
    const slow = fill("/slow-change", "POST", LIMITS.OTHER);
    await untilWaiting(LIMITS.OTHER);
    const small = await post(30_000);
    expectUnavailable(small);
    expect(small.headers.get("Connection")).not.toBe("close");
    const large = await post(200_000);
    expectUnavailable(large);
    expect(large.headers.get("Connection")).toBe("close");
    gate.resolve();
    await slow;
    expect((await post(200_000)).status).toBe(200);
  });
});

describe("A request whose body arrives slowly", () => {
  /** A change whose body is started and not completed. */
  async function beginChange() {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname).on("error", () => {});
    const head = [
      "POST /change HTTP/1.1",
      `Host: ${hostname}`,
      `Authorization: Bearer ${await tokenOf()}`,
      "Content-Type: application/json",
      "Content-Length: 500",
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n{`);
    return socket;
  }
  const untilOthersUnderWay = (count: number) =>
    eventually(
      () => underWay("OTHER"),
      (found) => found === count,
    );
  const statusAtLast = async (socket: Socket) => {
    const answer = text(socket);
    socket.write(`}${" ".repeat(498)}`);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1]);
  };

  test("gets a slot once its body is complete, or a Retry-After", async () => {
    const [refused, served] = [await beginChange(), await beginChange()];
    await untilOthersUnderWay(2);
    await untilOthersUnderWay(0);
    const others = fill("/slow-change", "POST", LIMITS.OTHER);
    await untilWaiting(LIMITS.OTHER);
    const before = await turnedAway("OTHER", "busy");
    expect(await statusAtLast(refused)).toBe(503);
    expect(await turnedAway("OTHER", "busy")).toBe(before + 1);
    gate.resolve();
    await others;
    expect(await statusAtLast(served)).toBe(200);
    await untilOthersUnderWay(0);
  });

  test("does not take a slot from others for long", async () => {
    const slow = await Promise.all(Array.from({ length: LIMITS.OTHER }, beginChange));
    await untilOthersUnderWay(LIMITS.OTHER);
    const change = async () => api.call("POST", "/change", { token: await tokenOf(), body: {} });
    expectUnavailable(await change());
    const { status } = await eventually(change, (answer) => answer.status !== 503);
    expect(status).toBe(200);
    for (const socket of slow) socket.destroy();
    await untilOthersUnderWay(0);
  });
});

describe("One person", () => {
  test("never gets more than half of the slots of a concurrency limit, and others are admitted meanwhile", async () => {
    const token = await tokenOf();
    const statuses: number[] = [];
    const flood = Promise.all(
      Array.from({ length: LIMITS.READ }, async () => {
        const { status } = await api.call("GET", "/slow", { token });
        statuses.push(status);
      }),
    );
    await untilWaiting(LIMITS.READ / 2);
    await eventually(
      async () => statuses.length,
      (refused) => refused === LIMITS.READ / 2,
    );
    expect(statuses).toEqual([503, 503]);
    expect((await api.call("GET", "/quick", { token: await tokenOf() })).status).toBe(200);
    gate.resolve();
    await flood;
  });
});

describe("A batch whose phone has disconnected", () => {
  let whole: TestApi;
  beforeAll(async () => {
    whole = await startApi({ endpoints: productEndpoints, issuer: issuer.issuer });
  });
  afterAll(() => whole.close());

  const untilUnderWay = (count: number) =>
    eventually(
      () => underWay("SYNC", whole),
      (found) => found === count,
    );

  test("is not admitted from the queue", async () => {
    const phone = await buildPhone(whole, issuer);
    const completed = (task: { readonly id: string }) =>
      queued("quick-log.complete-task", { taskId: task.id });
    const left = completed(phone.agenda.habit);
    const release = await lockScope(whole.database.ownerUrl, phone.relationshipId);
    const first = send(whole, phone, [completed(phone.agenda.water)]);
    await untilUnderWay(1);
    const leaving = new AbortController();
    const gone = fetch(`${whole.url}${syncPath(phone.relationshipId)}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${phone.token}`, "Content-Type": "application/json" },
      body: JSON.stringify(syncBody(phone, [left])),
      signal: leaving.signal,
    }).catch(() => "gone");
    await untilUnderWay(2);
    leaving.abort();
    expect(await gone).toBe("gone");
    await untilUnderWay(1);
    await release();
    await first;
    // This request is queued behind the abandoned one. Once it is answered, the abandoned one would have been admitted
    // too.
    expect((await send(whole, phone, [completed(phone.agenda.water)])).status).toBe(200);
    const { receipts } = await snapshot(whole, phone);
    const answered = receipts.map(({ clientOperationId }) => clientOperationId);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered).not.toContain(left.clientOperationId);
  });
});

async function waitAtGate() {
  waiting += 1;
  await gate.promise;
  waiting -= 1;
  return { ok: true as const };
}

function untilWaiting(count: number) {
  return eventually(
    async () => waiting,
    (found) => found === count,
  );
}

/** Fills a share with waiting requests, each of another caller. */
async function fill(path: string, method: "GET" | "POST", times: number) {
  const before = waiting;
  const answers = Array.from({ length: times }, async () =>
    api.call(method, path, { token: await tokenOf() }),
  );
  await untilWaiting(before + times);
  return Promise.all(answers);
}

async function turnedAway(traffic: string, reason: string) {
  const metric = await api.deps.metrics.getSingleMetric("sideline_requests_rejected_total")?.get();
  const found = metric?.values.find(
    ({ labels }) => labels["traffic"] === traffic && labels["reason"] === reason,
  );
  return found?.value ?? 0;
}

async function underWay(traffic: string, of = api) {
  const metric = await of.deps.metrics.getSingleMetric("sideline_requests_in_progress")?.get();
  return metric?.values.find(({ labels }) => labels["traffic"] === traffic)?.value;
}

function expectUnavailable(answer: TestAnswer) {
  expect(refusalOf(answer)).toBe("503 UNAVAILABLE");
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  expect(answer.body["retryAfterSeconds"]).toBe(Number(answer.headers.get("Retry-After")));
}
