import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { addressKey } from "../../api/guard/principal-of.ts";
import { act, read } from "../../api/endpoint.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const okSchema = z.strictObject({ ok: z.literal(true) });
const attemptSchema = z.strictObject({
  invitationToken: z.string(),
  ending: z.enum(["SUCCEED", "REFUSE", "CLOSED", "FAIL", "AWAY"]).default("REFUSE"),
});

const endpoints = [
  read({
    method: "GET",
    path: "/anonymous",
    name: "probe",
    summary: "Anybody",
    source: "test",
    access: "anonymous",
    answer: okSchema,
    handle: async () => ({ ok: true as const }),
  }),
  act({
    method: "POST",
    path: "/attempts",
    name: "probe",
    summary: "Tries an invitation",
    source: "test",
    access: "identity",
    idempotency: "none",
    countsFailures: true,
    refusals: ["NOT_FOUND", "INVITATION_EXPIRED"],
    body: attemptSchema,
    answer: okSchema,
    handle: async ({ body }) => {
      const audit = { eventType: "INVITATION_REFUSED", metadata: { reason: "UNKNOWN" } };
      if (body.ending === "REFUSE") throw new Refusal("NOT_FOUND", { audit });
      if (body.ending === "CLOSED") throw new Refusal("INVITATION_EXPIRED", { audit });
      if (body.ending === "FAIL") throw new Error("a fault");
      if (body.ending === "AWAY") throw new Refusal("UNAVAILABLE");
      return { ok: true as const };
    },
  }),
];

afterAll(async () => {
  await api.close();
  await issuer.close();
});

let lastAddress = 0;
/** An address that no other test of this file uses. */
const newAddress = () => `198.51.100.${(lastAddress += 1)}`;
const em = () => api.deps.database.em.fork();

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

const issuer = await startTestIssuer();
const api = await startApi({ endpoints, issuer: issuer.issuer, trustedProxyHops: 1 });

describe("Anonymous routes", () => {
  test("admit 60 requests a minute from one address, and then return when to retry", async () => {
    const address = newAddress();
    const admitted = await inTens(60, () => visit(address));
    expect(admitted.map(({ status }) => status)).toEqual(times(60, 200));
    const refused = await visit(address);
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body["retryAfterSeconds"]).toBe(seconds);
    expect((await visit(newAddress())).status).toBe(200);
  });

  test("trust only the proxy in front: a forged forwarded address is not the key", async () => {
    const address = newAddress();
    await inTens(60, (index) => visit(`203.0.113.${index}, ${address}`));
    expect((await visit(`203.0.113.99, ${address}`)).status).toBe(429);
  });
});

describe("Failed attempts", () => {
  test("of one identity are limited to ten in fifteen minutes", async () => {
    expect(await attempts(12, {})).toEqual([...times(10, 404), 429, 429]);
  });

  test("with one invitation are limited to five in fifteen minutes, whoever tries", async () => {
    const body = { invitationToken: randomUUID() };
    for (let index = 0; index < 5; index += 1) {
      expect(await attempts(1, { body })).toEqual([404]);
    }
    expect(await attempts(1, { body })).toEqual([429]);
    expect(await attempts(1, {})).toEqual([404]);
  });

  test("by others with an invitation do not block the invited person", async () => {
    const body = { invitationToken: randomUUID() };
    for (let index = 0; index < 6; index += 1) await attempts(1, { body });
    expect(await attempts(1, { body: { ...body, ending: "SUCCEED" } })).toEqual([200]);
    expect(await attempts(1, { body })).toEqual([429]);
  });

  test("do not include many simultaneous successes", async () => {
    const from = { address: newAddress(), subject: randomUUID() };
    const invitationToken = randomUUID();
    const sent = (ending: string) => attempts(1, { ...from, body: { invitationToken, ending } });
    await inTens(40, () => sent("SUCCEED"));
    expect(await sent("SUCCEED")).toEqual([200]);
    expect(await sent("REFUSE")).toEqual([404]);
  });

  test("from one address are limited to sixty in fifteen minutes, and do not block other addresses", async () => {
    const address = newAddress();
    for (let index = 0; index < 6; index += 1) await attempts(10, { address });
    expect(await attempts(1, { address })).toEqual([429]);
    expect(await attempts(1, {})).toEqual([404]);
  });

  test("from one address do not block a caller there whose token is valid", async () => {
    const address = newAddress();
    for (let index = 0; index < 7; index += 1) await attempts(10, { address });
    expect(await attempts(1, { address, body: { ending: "SUCCEED" } })).toEqual([200]);
    expect(await attempts(1, { address })).toEqual([429]);
  });

  test("from one address do not hide why a caller's own link is closed, nor do closed links count", async () => {
    const address = newAddress();
    const ending = "CLOSED";
    for (let index = 0; index < 70; index += 1)
      expect(await attempts(1, { address, body: { ending } })).toEqual([409]);
    for (let index = 0; index < 6; index += 1)
      expect(await attempts(10, { address })).toEqual(times(10, 404));
    expect(await attempts(1, { address })).toEqual([429]);
    expect(await attempts(1, { address, body: { ending } })).toEqual([409]);
    // The limits of one link or sign-in still apply.
    const invitationToken = randomUUID();
    for (let index = 0; index < 5; index += 1)
      expect(await attempts(1, { address, body: { ending, invitationToken } })).toEqual([409]);
    expect(await attempts(1, { address, body: { ending, invitationToken } })).toEqual([429]);
  });

  test("do not include successes, malformed requests, our faults or outages of the provider", async () => {
    const from = { address: newAddress(), subject: randomUUID() };
    const invitationToken = randomUUID();
    const sent = (body: object) => attempts(4, { ...from, body: { invitationToken, ...body } });
    expect(await sent({ ending: "SUCCEED" })).toEqual(times(4, 200));
    expect(await sent({ ending: 7 })).toEqual(times(4, 400));
    expect(await sent({ ending: "FAIL" })).toEqual(times(4, 500));
    expect(await sent({ ending: "AWAY" })).toEqual(times(4, 503));
    expect(await attempts(6, { ...from, body: { invitationToken } })).toEqual([
      ...times(5, 404),
      429,
    ]);
  });

  test("made all at once are no more than made one after another", async () => {
    const body = { invitationToken: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempts(1, { body })));
    const statuses = answers.flat().toSorted((a, b) => a - b);
    expect(statuses).toEqual([...times(5, 404), ...times(15, 429)]);
  });

  test("are audited one by one, and the limit's own refusals once per key and window", async () => {
    const address = newAddress();
    await attempts(15, { address });
    const key = addressKey(api.deps, address);
    const rows = await em().find(AuthAuditEvent, { eventType: "INVITATION_REFUSED" });
    const mine = rows.filter(({ actor }) => actor.startsWith("identity:"));
    expect(mine.length).toBeGreaterThanOrEqual(10);
    const subject = randomUUID();
    const limited = () => em().find(AuthAuditEvent, { eventType: "RATE_LIMITED" });
    const before = new Set((await limited()).map(({ id }) => id));
    await attempts(5, { subject, address: newAddress() });
    const again = await attempts(10, { subject, address: newAddress() });
    expect(again).toEqual([...times(5, 404), ...times(5, 429)]);
    const added = (await limited()).filter(({ id }) => !before.has(id));
    expect(added.map(({ metadata }) => metadata)).toEqual([
      { limit: "identity", route: "/attempts" },
    ]);
    expect(key).toMatch(/^address:[\w-]{43}$/);
  });

  test("are stored only as hashes", async () => {
    const address = newAddress();
    await attempts(1, { address, subject: "marker-subject", body: { invitationToken: "marker" } });
    const rows = await em().find(RateLimit, {});
    expect(rows.length).toBeGreaterThan(3);
    const kept = JSON.stringify([rows, await em().find(AuthAuditEvent, {})]);
    expect(kept).not.toMatch(/marker|198\.51\.100/);
  });
});

describe("An address in a limit", () => {
  const key = (address: string) => addressKey(api.deps, address);

  test("of IPv6 is its first 64 bits, in any spelling", () => {
    expect(key("2001:db8:0:1::1")).toBe(key("2001:db8::1:ffff:0:0:2"));
    expect(key("2001:DB8:0:1::")).toBe(key("2001:db8:0:1::1%eth0"));
    expect(key("2001:db8:0:2::1")).not.toBe(key("2001:db8:0:1::1"));
    expect(key("::1")).toBe(key("::2"));
  });

  test("of IPv4 is itself, even inside IPv6", () => {
    expect(key("::ffff:198.51.100.7")).toBe(key("198.51.100.7"));
    expect(key("198.51.100.7:40000")).toBe(key("198.51.100.7"));
    expect(key("198.51.100.8")).not.toBe(key("198.51.100.7"));
  });
});

test("Limits that cannot be counted let people through, and the log says so", async () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const other = await startApi({
    endpoints,
    issuer: issuer.issuer,
    onLog: (line) => lines.push(line),
  });
  await other.deps.database.em.fork().execute("select 1");
  const owner = { ...other.database, appUrl: other.database.ownerUrl };
  const asOwner = await startApi({ endpoints: [], issuer: issuer.issuer, database: owner });
  await asOwner.deps.database.em.fork().execute("drop table rate_limit");
  expect((await other.call("GET", "/anonymous")).status).toBe(200);
  expect(lines.map(({ msg }) => msg)).toContain("limits not counted");
  await asOwner.close();
  await other.close();
});

function visit(address: string, path = "/anonymous") {
  return api.call("GET", path, { headers: { "X-Forwarded-For": address } });
}

/** Runs some work the given number of times, ten at a time, because more in flight would hit another limit. */
async function inTens<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const next = Array.from({ length: 10 }, (_, index) => work(done.length + index));
    done.push(...(await Promise.all(next)));
  }
  return done;
}

async function attempts(
  count: number,
  from: { address?: string; subject?: string; body?: object },
) {
  const { address = newAddress(), subject = randomUUID(), body = {} } = from;
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = await issuer.sign({ claims: { sub: subject } });
    const answer = await api.call("POST", "/attempts", {
      token,
      body: { invitationToken: randomUUID(), ...body },
      headers: { "X-Forwarded-For": address },
    });
    statuses.push(answer.status);
  }
  return statuses;
}
