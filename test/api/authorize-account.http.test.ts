import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { suspendUser } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import type { TestRequest } from "../harness/api.ts";
import {
  guardedEndpoints,
  pairAt,
  type SurfaceName,
  tokenAt,
  type Who,
} from "../factories/api/guarded-routes.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({
  database: await useOwnDatabase(),
  endpoints: guardedEndpoints,
});

const em = () => api.deps.database.em.fork();

const pair = await pairAt(em(), issuer);
const stranger = await pairAt(em(), issuer);

describe("A caller without an account", () => {
  test("may register, and nothing else", async () => {
    const nobody = { subject: randomUUID() };
    const identity = await visit("/identity", nobody);
    expect(identity.data).toMatchObject({
      granted: { caller: null, identity: { subject: nobody.subject } },
    });
    for (const path of ["/user", "/coach", "/client", "/device"]) {
      expect(await visit(path, nobody)).toMatchObject({
        status: 403,
        outcome: "REGISTRATION_REQUIRED",
      });
    }
  });

  test("without a token is asked for one first", async () => {
    const answer = await api.call("GET", "/user");
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });

  test("is unknown if the same subject comes from another provider key", async () => {
    const { subject } = pair.client.identity;
    const token = await issuer.sign({ claims: { sub: subject, identity_provider: "google" } });
    const answer = await api.call("GET", "/user", { token });
    expect(answer.body["code"]).toBe("REGISTRATION_REQUIRED");
  });

  test("is unknown if the same subject comes from another tenant, or from none", async () => {
    const { client } = await pairAt(em(), issuer);
    await em().nativeUpdate(AuthIdentity, { userId: client.userId }, { tenant: "north" });
    const comes = async (tenant: string | undefined) => {
      const claims = { sub: client.identity.subject, sid: randomUUID(), tenant };
      const token = await issuer.sign({ claims });
      return (await api.call("GET", "/user", { token })).body["code"] ?? "ok";
    };
    expect(await comes("north")).toBe("ok");
    for (const tenant of ["south", "North", undefined]) {
      expect(await comes(tenant)).toBe("REGISTRATION_REQUIRED");
    }
  });
});

describe("A closed account", () => {
  test("is refused by its status before its session is checked", async () => {
    const { coach } = await pairAt(em(), issuer);
    const who = { subject: coach.identity.subject };
    await visit("/user", who, { surface: "WEB" });
    await suspendUser(em(), coach.userId);
    await em().nativeUpdate(AppSession, { userId: coach.userId }, { revokedAt: new Date() });
    expect(await visit("/user", who)).toMatchObject({ status: 403, outcome: "USER_SUSPENDED" });
    expect(await visit("/identity", who)).toMatchObject({ outcome: "USER_SUSPENDED" });
    const set = (changes: Partial<Pick<User, "status" | "deletedAt">>) =>
      em().nativeUpdate(User, { id: coach.userId }, changes);
    await set({ status: "PENDING_DELETION" });
    expect(await visit("/user", who)).toMatchObject({ outcome: "USER_PENDING_DELETION" });
    expect(await visit("/user/cancel", who)).toMatchObject({ outcome: "ok" });
    await set({ deletedAt: new Date() });
    expect(await visit("/user/cancel", who)).toMatchObject({ outcome: "USER_DELETED" });
  });
});

describe("An app session", () => {
  const sessionsOf = (userId: string) => em().find(AppSession, { userId });
  const loginsOf = async (userId: string) =>
    (await em().find(OutboxRow, { subjectId: userId }))
      .map(({ type }) => type)
      .filter((type) => type.endsWith("LoggedIn"));
  const grantedSchema = z.object({
    granted: z.object({ caller: z.object({ appSessionId: z.string() }) }),
  });

  test("is opened once per (session, app) with one login event", async () => {
    const { client } = await pairAt(em(), issuer);
    const who = { subject: client.identity.subject, providerSessionId: randomUUID() };
    const count = async () => ({
      sessions: (await sessionsOf(client.userId)).length,
      logins: (await loginsOf(client.userId)).length,
    });
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit("/user", who)));
    const ids = answers.map(({ data }) => grantedSchema.parse(data).granted.caller.appSessionId);
    expect(new Set(ids).size).toBe(1);
    const once = { sessions: before.sessions + 1, logins: before.logins + 1 };
    expect(await count()).toEqual(once);
    await visit("/user/fallback", who, { surface: "WEB" });
    expect(await count()).toEqual({ sessions: once.sessions + 1, logins: once.logins + 1 });
    expect(new Set(await loginsOf(client.userId))).toEqual(new Set(["ClientLoggedIn"]));
  });

  test("of a coach emits a coach's login", async () => {
    const { coach } = await pairAt(em(), issuer);
    const who = { subject: coach.identity.subject, providerSessionId: randomUUID() };
    await visit("/user/fallback", who, { surface: "WEB" });
    expect(await loginsOf(coach.userId)).toContain("CoachLoggedIn");
  });

  test("that was revoked is refused, and another session of the same user is accepted", async () => {
    const { client } = await pairAt(em(), issuer);
    const who = { subject: client.identity.subject, providerSessionId: randomUUID() };
    await visit("/user", who);
    await em().nativeUpdate(
      AppSession,
      { providerSessionId: who.providerSessionId },
      { revokedAt: new Date() },
    );
    for (const path of ["/user", "/identity"]) {
      expect(await visit(path, who)).toMatchObject({ status: 401, outcome: "UNAUTHENTICATED" });
    }
    const again = { ...who, providerSessionId: randomUUID() };
    expect(await visit("/user", again)).toMatchObject({ outcome: "ok" });
  });

  test("cannot be used by another user", async () => {
    const session = randomUUID();
    await visit("/user", { subject: pair.client.identity.subject, providerSessionId: session });
    const thief = { subject: stranger.client.identity.subject, providerSessionId: session };
    expect(await visit("/user", thief)).toMatchObject({ outcome: "UNAUTHENTICATED" });
  });

  test("is written at most once a minute", async () => {
    const { client } = await pairAt(em(), issuer);
    const who = { subject: client.identity.subject, providerSessionId: randomUUID() };
    const seen = async () => {
      await visit("/user", who);
      const session = await em().findOneOrFail(AppSession, {
        providerSessionId: who.providerSessionId,
      });
      return session.lastSeenAt.getTime();
    };
    const first = await seen();
    expect(await seen()).toBe(first);
    await moveClock(api.database.ownerUrl, 61);
    const later = await seen();
    expect(later).toBeGreaterThanOrEqual(first + 60_000);
    expect(await seen()).toBe(later);
    await moveClock(api.database.ownerUrl, 0);
  });
});

async function visit(
  path: string,
  who: Who,
  request: TestRequest & { readonly surface?: SurfaceName } = {},
) {
  const { surface = "CLIENT_MOBILE", ...rest } = request;
  const answer = await api.call("GET", path, {
    token: await tokenAt(issuer, who, surface),
    ...rest,
  });
  return { ...answer, outcome: answer.status === 200 ? "ok" : answer.body["code"] };
}
