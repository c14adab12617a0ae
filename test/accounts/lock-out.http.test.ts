import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { Device } from "../../db/sync/device.ts";
import { logoutToken } from "../factories/accounts/logout-token.ts";
import { refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { type Phone, buildPhone, registeredDevice, send } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { receiptsOfBatches } from "../factories/sync/receipts/stored-receipts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const admin = somebody(issuer);
beforeEach(async () => {
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();

const logOut = (token: string) => post("/api/v1/auth/logout", token);

/** Every route that needs a person's token. A service's token knows neither people nor sessions. */
const PERSONLESS = ["anonymous", "provider", "service"];
const guarded = endpoints.filter(({ access }) => !PERSONLESS.includes(access));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe("Every route refuses the very next request", () => {
  test("after signing out, except a repeated logout", async () => {
    const { token } = await signedInCoach();
    await logOut(token);
    expect(await refusals(token, "401 UNAUTHENTICATED")).toEqual([
      "POST /api/v1/auth/logout: 200 undefined",
    ]);
  });

  test("after the provider reported the end of the session", async () => {
    const { token, subject } = await signedInCoach();
    const rawBody = `logout_token=${await logoutToken(issuer, { sub: subject, sid: undefined })}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    await api.call("POST", "/api/v1/auth/backchannel-logout", { rawBody, headers });
    expect(await refusals(token, "401 UNAUTHENTICATED")).toEqual([
      "POST /api/v1/auth/logout: 200 undefined",
    ]);
  });

  test("after a suspension", async () => {
    const { token, userId } = await signedInCoach();
    await suspend(userId);
    expect(await refusals(token, "403 USER_SUSPENDED")).toEqual([]);
  });

  test("after a deletion was requested; cancelling it needs a new sign-in", async () => {
    const { token } = await signedInCoach();
    await leave(token);
    expect(await refusals(token, "403 USER_PENDING_DELETION")).toEqual([
      "POST /api/v1/auth/account-deletion/cancel: 401 UNAUTHENTICATED",
    ]);
  });
});

const ROUNDS = campaignSize("RACE_ROUNDS", 6);

/** Sends a phone's batch while something ends its session. */
async function race(end: (phone: Phone) => Promise<unknown>, swapped: boolean) {
  const phone = await buildPhone(api, issuer);
  const { meal } = phone.agenda;
  const batch = meal.items.map(({ id }) =>
    queued("quick-log.complete-item", { taskId: meal.id, itemId: id }),
  );
  const acts = { end: () => end(phone), send: () => send(api, phone, batch) };
  const started = swapped
    ? { sent: acts.send(), ended: acts.end() }
    : { ended: acts.end(), sent: acts.send() };
  const [answer] = await Promise.all([started.sent, started.ended]);
  const late = await send(api, phone, batch);
  return { phone, batch, answer, late };
}

/** Counts the receipts, and those decided after the device was revoked. */
async function receiptsOf(deviceId: string) {
  const { rows } = await sql<{ count: number; late: number }>`
    select count(*)::int as count,
           (count(*) filter (where o.decided_at > d.revoked_at))::int as late
      from ${receiptsOfBatches} o join device d on d.id = o.device_id
     where o.device_id = ${deviceId}
  `.execute(em().getKysely());
  return rows[0];
}

describe("A batch is applied whole or not at all when it races with", () => {
  test.each([
    ["signing out", (phone: Phone) => logOut(phone.token), "401 UNAUTHENTICATED"],
    ["a suspension", ({ pair }: Phone) => suspend(pair.client.userId), "403 USER_SUSPENDED"],
    ["a request for deletion", (phone: Phone) => leave(phone.token), "403 USER_PENDING_DELETION"],
  ])("%s, which ends its session", async (_, end, refusal) => {
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, batch, answer, late } = await race(end, round % 2 === 0);
      const receipts = await receiptsOf(phone.deviceId);
      expect(receipts).toEqual({ count: answer.status === 200 ? batch.length : 0, late: 0 });
      if (answer.status !== 200) {
        expect(["401 UNAUTHENTICATED", "403 DEVICE_REVOKED", refusal]).toContain(refusalOf(answer));
      }
      expect(refusalOf(late)).toBe(refusal);
      const device = await em().findOneOrFail(Device, phone.deviceId);
      expect(device.status).toBe("REVOKED");
      seen.add(answer.status);
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe("A device", () => {
  test("is taken over by the new session that uses it, and is revoked when that ends", async () => {
    const phone = await buildPhone(api, issuer);
    const { subject: sub } = await em().findOneOrFail(AuthIdentity, {
      userId: phone.pair.client.userId,
    });
    const client = { client_id: "sideline-client-mobile", azp: "sideline-client-mobile" };
    const token = await issuer.sign({ claims: { sub, sid: randomUUID(), ...client } });
    const { habit } = phone.agenda;
    const operation = queued("quick-log.complete-task", { taskId: habit.id });
    expect((await send(api, { ...phone, token }, [operation])).status).toBe(200);
    const device = await em().findOneOrFail(Device, phone.deviceId);
    const session = await em().findOneOrFail(AppSession, device.appSessionId ?? "");
    expect(session.providerSessionId).not.toBe(`session-of-${sub}`);
    await logOut(phone.token);
    expect((await send(api, { ...phone, token }, [operation])).status).toBe(200);
    await logOut(token);
    expect(await em().findOneOrFail(Device, phone.deviceId)).toMatchObject({ status: "REVOKED" });
  });

  test("cannot stay registered in a session that ends at the same time", async () => {
    const phone = await buildPhone(api, issuer);
    const [, registered] = await Promise.all([
      logOut(phone.token),
      registeredDevice(api, phone.token).catch(() => null),
    ]);
    if (registered === null) return;
    const device = await em().findOneOrFail(Device, registered);
    expect(device.status).toBe("REVOKED");
  });
});

function post(path: string, token: string, body: unknown = {}) {
  return api.call("POST", path, { token, key: randomUUID(), body });
}

/** Signs a token for each call: many rounds outlast a token. */
async function suspend(userId: string): Promise<void> {
  const token = await admin.token("WEB", { roles: ["admin"] });
  const { status } = await post(`/api/v1/admin/users/${userId}/suspend`, token, { reason: "x" });
  expect(status).toBe(200);
}

function leave(token: string) {
  return api.call("POST", "/api/v1/auth/account-deletion", { token, key: randomUUID() });
}

function visit(endpoint: Endpoint, token: string) {
  return api.call(
    endpoint.method,
    endpoint.path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    { token },
  );
}

/** Calls all guarded routes and returns those that do not answer with the expected refusal. */
async function refusals(token: string, expected: string) {
  const others: string[] = [];
  for (const endpoint of guarded) {
    const refusal = refusalOf(await visit(endpoint, token));
    if (refusal !== expected) others.push(`${nameOf(endpoint)}: ${refusal}`);
  }
  return others;
}

async function signedInCoach() {
  const person = somebody(issuer);
  const coach = await registeredCoach(api, person);
  const token = await person.token("WEB", { sid: randomUUID(), roles: ["admin"] });
  expect((await api.call("GET", "/api/v1/auth/me", { token })).status).toBe(200);
  const { subject } = await em().findOneOrFail(AuthIdentity, { userId: coach.userId });
  return { ...coach, token, subject };
}
