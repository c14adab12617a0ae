import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { supportGrantSchema, supportUserSchema } from "../../contract/accounts/support-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import {
  type Person,
  type RegisteredCoach,
  refusalOf,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const GRANTS = "/api/v1/admin/support-grants";
const ME = "/api/v1/auth/me";

const { api, issuer } = await useApi();

const admin = await staff(["admin"]);
beforeEach(async () => {
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();

const userPath = (userId: string) => `/api/v1/admin/users/${userId}`;

describe("Suspending an account", () => {
  let coach: RegisteredCoach;
  let person: Person;
  beforeEach(async () => {
    person = somebody(issuer);
    coach = await registeredCoach(api, person);
    await api.call("GET", ME, { token: coach.token });
  });

  test("refuses the very next request, ends its sessions, and is published and audited once", async () => {
    const answer = await suspend(coach.userId);
    expect(answer.data).toMatchObject({ userId: coach.userId, status: "SUSPENDED" });
    expect(refusalOf(await api.call("GET", ME, { token: coach.token }))).toBe("403 USER_SUSPENDED");
    const anew = await person.token("WEB", { sid: randomUUID() });
    expect(refusalOf(await api.call("GET", ME, { token: anew }))).toBe("403 USER_SUSPENDED");
    await suspend(coach.userId);
    const { userId } = coach;
    const events = await em().find(OutboxRow, { subjectId: userId, type: "UserSuspended" });
    expect(events.map(({ consumer }) => consumer).toSorted()).toEqual(["event-feed", "mail"]);
    const [line, ...others] = await em().find(AuthAuditEvent, {
      userId,
      eventType: "USER_SUSPENDED",
    });
    expect(others).toEqual([]);
    expect(line).toMatchObject({ metadata: { reason: "Fraud, ticket 12", role: "admin" } });
    expect(line?.actor).toMatch(/^identity:/);
    expect(await em().count(AuthAuditEvent, { userId, eventType: "SESSIONS_REVOKED" })).toBe(1);
  });

  test("is undone with a reason; the old session stays ended, a new sign-in works", async () => {
    await suspend(coach.userId);
    const path = `${userPath(coach.userId)}/reinstate`;
    const answer = await api.call("POST", path, suspension(admin));
    expect(answer.data).toMatchObject({ status: "ACTIVE" });
    expect((await api.call("POST", path, suspension(admin))).data).toMatchObject({
      status: "ACTIVE",
    });
    expect(refusalOf(await api.call("GET", ME, { token: coach.token }))).toBe(
      "401 UNAUTHENTICATED",
    );
    const anew = await person.token("WEB", { sid: randomUUID() });
    expect((await api.call("GET", ME, { token: anew })).status).toBe(200);
    const where = { subjectId: coach.userId, type: "UserReinstated" } as const;
    expect(await em().count(OutboxRow, where)).toBe(1);
  });

  test("is replayed for the same idempotency key", async () => {
    const request = suspension(admin);
    const path = `${userPath(coach.userId)}/suspend`;
    const first = await api.call("POST", path, request);
    const again = await api.call("POST", path, request);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    const other = { ...request, body: { reason: "Another" } };
    expect(refusalOf(await api.call("POST", path, other))).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  test("needs a reason, an idempotency key and an existing account", async () => {
    const path = `${userPath(coach.userId)}/suspend`;
    const bare = await api.call("POST", path, suspension(admin, { body: {} }));
    expect(refusalOf(bare)).toBe("400 VALIDATION_FAILED");
    const keyless = await api.call("POST", path, { token: admin, body: { reason: "x" } });
    expect(refusalOf(keyless)).toBe("400 VALIDATION_FAILED");
    expect(refusalOf(await suspend(randomUUID()))).toBe("404 NOT_FOUND");
    expect(refusalOf(await api.call("POST", path))).toBe("401 UNAUTHENTICATED");
  });

  test("is allowed on the web to administrators and to support with the permission", async () => {
    const allowed = await supporter("users.suspend");
    const reader = await supporter("users.read");
    for (const token of [reader.token, await staff(["support"]), await staff([]), coach.token]) {
      expect(refusalOf(await suspend(coach.userId, token))).toBe("403 FORBIDDEN");
    }
    const onPhone = await somebody(issuer).token("COACH_MOBILE", { roles: ["admin"] });
    expect(refusalOf(await suspend(coach.userId, onPhone))).toBe("403 APP_ROLE_MISMATCH");
    expect((await suspend(coach.userId, allowed.token)).status).toBe(200);
  });
});

describe("Reading an account", () => {
  const read = (userId: string, token: string, reason?: string) =>
    api.call("GET", userPath(userId), {
      token,
      headers: reason === undefined ? {} : { "X-Access-Reason": reason },
    });

  test("needs a reason, which is audited with the reader's role; contacts stay hidden", async () => {
    const { userId, person } = await registeredCoach(api, somebody(issuer));
    const { token } = await supporter("users.read");
    for (const reason of [undefined, " ", "x".repeat(501)]) {
      expect(refusalOf(await read(userId, token, reason))).toBe("400 REASON_REQUIRED");
    }
    expect(await em().count(AuthAuditEvent, { userId, eventType: "USER_READ" })).toBe(0);
    const answer = await read(userId, token, "Ticket 12");
    expect(supportUserSchema.parse(answer.data)).toMatchObject({ userId, status: "ACTIVE" });
    expect(answer.text).not.toContain(person.email);
    const [line] = await em().find(AuthAuditEvent, { userId, eventType: "USER_READ" });
    expect(line?.metadata).toEqual({ reason: "Ticket 12", role: "support" });
    expect(refusalOf(await read(randomUUID(), token, "x"))).toBe("404 NOT_FOUND");
  });

  test("is refused to users and to support without the permission", async () => {
    const { userId, token } = await registeredCoach(api, somebody(issuer));
    expect(refusalOf(await read(userId, token, "x"))).toBe("403 FORBIDDEN");
    const other = await supporter("users.suspend");
    expect(refusalOf(await read(userId, other.token, "x"))).toBe("403 FORBIDDEN");
    expect(refusalOf(await api.call("GET", userPath(userId)))).toBe("401 UNAUTHENTICATED");
  });
});

describe("Permissions of support", () => {
  test("are granted and revoked by administrators and take effect on the next request", async () => {
    const { userId } = await registeredCoach(api, somebody(issuer));
    const { token, sub, grantId } = await supporter("users.read");
    const listed = await api.call("GET", GRANTS, { token: admin });
    expect(listed.data).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ grantId, subject: sub, permission: "users.read" }),
      ]),
    });
    const path = `${GRANTS}/${grantId}/revoke`;
    const body = { reason: "left the team" };
    const first = await api.call("POST", path, { token: admin, body });
    expect((await api.call("POST", path, { token: admin, body })).data).toEqual(first.data);
    const headers = { "X-Access-Reason": "Ticket 12" };
    const refused = await api.call("GET", userPath(userId), { token, headers });
    expect(refusalOf(refused)).toBe("403 FORBIDDEN");
    const metadata = { grantId };
    for (const eventType of ["SUPPORT_GRANTED", "SUPPORT_GRANT_REVOKED"]) {
      expect(await em().count(AuthAuditEvent, { eventType, metadata })).toBe(1);
    }
  });

  test("cannot be granted by support, and unknown ones are refused", async () => {
    const { token } = await supporter("users.read");
    const body = { subject: "x", permission: "users.suspend", reason: "mine" };
    const own = await api.call("POST", GRANTS, { token, key: randomUUID(), body });
    expect(refusalOf(own)).toBe("403 FORBIDDEN");
    expect(refusalOf(await api.call("GET", GRANTS, { token }))).toBe("403 FORBIDDEN");
    const odd = { token: admin, key: randomUUID(), body: { ...body, permission: "everything" } };
    expect(refusalOf(await api.call("POST", GRANTS, odd))).toBe("400 VALIDATION_FAILED");
    const unknown = { token: admin, body: { reason: "x" } };
    const missing = await api.call("POST", `${GRANTS}/${randomUUID()}/revoke`, unknown);
    expect(refusalOf(missing)).toBe("404 NOT_FOUND");
    expect(refusalOf(await api.call("GET", GRANTS))).toBe("401 UNAUTHENTICATED");
  });
});

/** A token of a staff member, who has no account. */
function staff(roles: readonly string[], changes: Record<string, unknown> = {}) {
  return somebody(issuer).token("WEB", { roles, ...changes });
}

/** A support person with the given permission. */
async function supporter(permission: "users.read" | "users.suspend") {
  const sub = randomUUID();
  const token = await staff(["support"], { sub });
  const body = { subject: sub, permission, reason: "on call" };
  const request = { token: admin, key: randomUUID(), body };
  const { data } = await api.call("POST", GRANTS, request);
  return { token, sub, grantId: supportGrantSchema.parse(data).grantId };
}

function suspension(token: string, changes: TestRequest = {}): TestRequest {
  return {
    token,
    key: randomUUID(),
    body: { reason: "Fraud, ticket 12" },
    ...changes,
  };
}

function suspend(userId: string, token = admin) {
  return api.call("POST", `${userPath(userId)}/suspend`, suspension(token));
}
