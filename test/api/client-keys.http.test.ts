import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { type Endpoint, read, stream } from "../../api/endpoint.ts";
import { CLIENT_QUOTAS } from "../../api/http/gate/client-quota.ts";
import { endpoints as productEndpoints } from "../../api/endpoints.ts";
import { eventually } from "../factories/eventually.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import type { TestAnswer } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const okSchema = z.strictObject({ ok: z.literal(true) });
const { person, address, transfer } = CLIENT_QUOTAS;

/** Requests that wait until the test releases them, and how many wait. */
let gate = Promise.withResolvers<void>();
let waiting = 0;

const probe = { method: "GET", name: "probe", summary: "Probe", source: "test" } as const;
const endpoints: readonly Endpoint[] = [
  read({
    ...probe,
    path: "/quick",
    access: "identity",
    answer: okSchema,
    handle: async () => ({ ok: true as const }),
  }),
  read({
    ...probe,
    path: "/open",
    access: "anonymous",
    answer: okSchema,
    handle: async () => ({ ok: true as const }),
  }),
  read({ ...probe, path: "/slow", access: "identity", answer: okSchema, handle: waitAtGate }),
  read({ ...probe, path: "/slow-open", access: "anonymous", answer: okSchema, handle: waitAtGate }),
  stream({
    ...probe,
    path: "/bytes",
    access: "identity",
    traffic: "TRANSFER",
    answerHeaders: z.strictObject({}),
    handle: async ({ res }) => {
      await waitAtGate();
      res.end();
    },
  }),
];

const { api, issuer } = await useApi({
  quotas: CLIENT_QUOTAS,
  database: await useOwnDatabase(),
  endpoints,
  trustedProxyHops: 1,
});
afterEach(() => {
  gate.resolve();
  gate = Promise.withResolvers();
});

let lastAddress = 0;
const newAddress = () => `203.0.113.${(lastAddress += 1)}`;

describe("A person", () => {
  test("may have twenty requests in flight; the next is 429 with a retry time, others are served", async () => {
    const token = await tokenOf();
    await ask("/quick", { token });
    const slow = together(person.underWay, () => ask("/slow", { token }));
    await untilUnderWay(person.underWay);
    await untilWaiting(api.deps.turns);
    const refused = await ask("/quick", { token });
    expect(refusalOf(refused)).toBe("429 RATE_LIMITED");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect((await ask("/quick", { token: await tokenOf() })).status).toBe(200);
    gate.resolve();
    expect(statusesOf(await slow)).toEqual([200]);
    expect((await ask("/quick", { token })).status).toBe(200);
  });

  test("is one client key with every token, from every address", async () => {
    const sub = randomUUID();
    const slow = together(person.underWay, async () => ask("/slow", { token: await tokenOf(sub) }));
    await untilUnderWay(person.underWay);
    expect((await ask("/quick", { token: await tokenOf(sub) })).status).toBe(429);
    gate.resolve();
    expect(statusesOf(await slow)).toEqual([200]);
  });

  test("who disconnects early has nothing in flight any more", async () => {
    const token = await tokenOf();
    const leaving = new AbortController();
    const gone = Array.from({ length: person.underWay }, () =>
      fetch(`${api.url}/slow`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: leaving.signal,
      }).catch(() => undefined),
    );
    await untilUnderWay(person.underWay);
    expect((await ask("/quick", { token })).status).toBe(429);
    leaving.abort();
    await Promise.all(gone);
    const { status } = await eventually(
      () => ask("/quick", { token }),
      (answer) => answer.status !== 429,
    );
    expect(status).toBe(200);
  });

  test("of the staff has a separate quota", async () => {
    const token = await tokenOf(randomUUID(), ["support"]);
    const slow = together(CLIENT_QUOTAS.staff.underWay, () => ask("/slow", { token }));
    await untilUnderWay(CLIENT_QUOTAS.staff.underWay);
    expect((await ask("/quick", { token })).status).toBe(429);
    gate.resolve();
    expect(statusesOf(await slow)).toEqual([200]);
  });

  test("who transfers files may send other requests meanwhile, and has a quota for files", async () => {
    const token = await tokenOf();
    const files = together(transfer.underWay, () => ask("/bytes", { token }));
    await untilWaiting(transfer.underWay);
    expect((await ask("/bytes", { token })).status).toBe(429);
    expect((await ask("/quick", { token })).status).toBe(200);
    gate.resolve();
    expect(statusesOf(await files)).toEqual([200]);
  });
});

describe("An address", () => {
  const byNobody = (place: string) =>
    together(address.underWay, () => ask("/slow-open", { address: place }));

  test("is the client key of callers without a valid token: with none or a bad one", async () => {
    const place = newAddress();
    expect((await ask("/quick", { token: "a.b.c", address: place })).status).toBe(401);
    const slow = byNobody(place);
    await untilUnderWay(address.underWay);
    for (const path of ["/quick", "/open"])
      expect(refusalOf(await ask(path, { address: place }))).toBe("429 RATE_LIMITED");
    const bad = await ask("/quick", { token: "a.b.c", address: place });
    expect(refusalOf(bad)).toBe("429 RATE_LIMITED");
    expect((await ask("/quick", { token: "a.b.c" })).status).toBe(401);
    gate.resolve();
    expect(statusesOf(await slow)).toEqual([200]);
  });

  test("whose quota is used up blocks no caller with a valid token, known or new", async () => {
    const gym = newAddress();
    const known = await tokenOf();
    await ask("/quick", { token: known, address: gym });
    const slow = byNobody(gym);
    await untilUnderWay(address.underWay);
    expect((await ask("/quick", { address: gym })).status).toBe(429);
    expect((await ask("/quick", { token: known, address: gym })).status).toBe(200);
    expect((await ask("/quick", { token: await tokenOf(), address: gym })).status).toBe(200);
    expect((await ask("/open", { token: known, address: gym })).status).toBe(200);
    gate.resolve();
    expect(statusesOf(await slow)).toEqual([200]);
  });

  test("of a gym admits as many phones as train there", async () => {
    const gym = newAddress();
    const phones = await Promise.all(Array.from({ length: 60 }, () => tokenOf()));
    const answers = await Promise.all(
      phones.flatMap((token) =>
        [token, token, token, token].map(() => ask("/quick", { token, address: gym })),
      ),
    );
    expect(answers).toHaveLength(240);
    expect(statusesOf(answers)).toEqual([200]);
  });
});

test("Each route declares its kind of traffic", () => {
  const declared = productEndpoints.flatMap(({ traffic, method, path }) =>
    traffic === undefined ? [] : [`${traffic} ${method} ${path}`],
  );
  expect(declared.toSorted()).toEqual([
    "FILE POST /api/v1/workspaces/{workspaceId}/invitations/csv",
    "MEDIA POST /api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}/media-session",
    "POLL GET /api/v1/workspaces/{workspaceId}/changes",
    "POLL GET /api/v1/workspaces/{workspaceId}/coach-tasks/changes",
    "SIGN_OUT POST /api/v1/auth/backchannel-logout",
    "SIGN_OUT POST /api/v1/auth/logout",
    "SIGN_OUT POST /api/v1/auth/sessions/revoke-all",
    "SIGN_OUT POST /api/v1/auth/sessions/revoke-others",
    "SIGN_OUT POST /api/v1/auth/sessions/{sessionId}/revoke",
    "SIGN_OUT POST /api/v1/client/devices/{deviceId}/revoke",
    "SYNC POST /api/v1/client/quick-log/sync",
    "SYNC POST /api/v1/client/quick-log/tasks/{taskId}/actions",
    "SYNC POST /api/v1/client/quick-log/tasks/{taskId}/complete-all",
    "SYNC POST /api/v1/client/quick-log/tasks/{taskId}/values",
    "SYNC POST /api/v1/client/today/sync",
    "SYNC POST /api/v1/client/today/tasks/{taskId}/complete",
    "SYNC POST /api/v1/client/today/tasks/{taskId}/skip",
    "SYNC POST /api/v1/client/today/tasks/{taskId}/start",
    "SYNC POST /api/v1/client/workout-sessions/conflicts/{conflictId}/resolve",
    "SYNC POST /api/v1/client/workout-sessions/sync",
    "SYNC POST /api/v1/coach-client-relationships/{relationshipId}/sync",
    "SYNC PUT /api/v1/client/form-assignments/{formAssignmentId}/draft",
    "TRANSFER GET /api/v1/auth/account-exports/{exportId}/archive",
    "TRANSFER GET /api/v1/auth/account-exports/{exportId}/file",
    "TRANSFER GET /api/v1/media/{mediaId}/content",
    "TRANSFER PATCH /api/v1/uploads/{uploadId}",
  ]);
});

async function waitAtGate() {
  waiting += 1;
  await gate.promise;
  waiting -= 1;
  return { ok: true as const };
}

/** Some requests of one client key are served at a time, and the others queue. */
function untilUnderWay(count: number) {
  return eventually(
    async () => {
      const metric = api.deps.metrics.getSingleMetric("sideline_requests_in_progress");
      const found = (await metric?.get())?.values ?? [];
      return found.find(({ labels }) => labels["traffic"] === "READ")?.value;
    },
    (found) => found === count,
  );
}

function untilWaiting(count: number) {
  return eventually(
    async () => waiting,
    (found) => found === count,
  );
}

function tokenOf(sub: string = randomUUID(), roles: readonly string[] = []) {
  return issuer.sign({ claims: { sub, jti: randomUUID(), roles } });
}

function ask(path: string, from: { token?: string; address?: string }) {
  const { token, address: place = newAddress() } = from;
  const headers = { "X-Forwarded-For": place };
  return api.call("GET", path, { ...(token !== undefined && { token }), headers });
}

function together(times: number, send: () => Promise<TestAnswer>) {
  return Promise.all(Array.from({ length: times }, send));
}

function statusesOf(answers: readonly TestAnswer[]) {
  return [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
}
