import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { askExport } from "../../activities/privacy/export/ask-export.ts";
import { endedSessionsSchema } from "../../contract/accounts/support-schema.ts";
import type { SupportPermission } from "../../contract/accounts/support-vocabulary.ts";
import { supportInvitationSchema } from "../../contract/invitations/support-schema.ts";
import {
  foundPersonSchema,
  supportAuthEventsSchema,
  supportPersonSchema,
} from "../../contract/sync/support/person-schema.ts";
import { supportDeviceSchema } from "../../contract/sync/support/support-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { User } from "../../db/accounts/user.ts";
import { Letter } from "../../db/outbox/letter.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildInvitation } from "../factories/accounts/identity.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import type { Phone } from "../factories/sync/phone.ts";
import { supporter } from "../factories/accounts/supporter.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { busyPhone, useSupportDesk, REASON } from "../factories/sync/support-desk.ts";
import type { TestRequest } from "../harness/api.ts";

const FIND = "/api/v1/support/people/find";
const personPath = (userId: string) => `/api/v1/support/users/${userId}`;

const desk = await useSupportDesk();

const em = () => desk.api.deps.database.em.fork();

describe("support that searches by an e-mail address", () => {
  test("finds the account, its phones and e-mails, and a phone's last diagnostics report", async () => {
    const { phone, userId, email, receiptIds } = await findable();
    await refusedMail(phone);
    await waitingDraft(phone);
    const found = await find({ email: email.toUpperCase() });
    expect(foundPersonSchema.parse(found.data)).toEqual({ userId, invitations: [] });
    const seen = await desk.ask("users.read", personPath(userId));
    const person = supportPersonSchema.parse(seen.data);
    expect(person).toMatchObject({
      account: { userId, status: "ACTIVE", activeDevices: 1 },
      workspaces: [],
      relationships: [{ relationshipId: phone.relationshipId, status: "ACTIVE", endedAt: null }],
      devices: [{ deviceId: phone.deviceId, platform: "IOS", status: "ACTIVE" }],
      mails: [{ category: "WELCOME", status: "FAILED", attempts: 3, failureCode: "MAIL_REFUSED" }],
    });
    const path = `/api/v1/support/devices/${phone.deviceId}`;
    const response = await desk.ask("devices.read", path);
    expect(supportDeviceSchema.parse(response.data)).toMatchObject({
      lastSuccessfulSyncAt: person.devices[0]?.lastSuccessfulSyncAt,
      newestBatch: { operations: 2, accepted: 1, rejected: 0, conflicted: 1, deferred: 0 },
      refused: [{ status: "CONFLICT", code: "REVISION_AHEAD", count: 1 }],
      conflictsWaiting: 1,
      purgeOrders: [],
    });
    const all = [found, seen, response].map(({ text }) => text).join("");
    expect(all).not.toContain(email);
    expect(all).not.toContain("knee");
    expect(all).not.toContain(receiptIds[1]);
  });

  test("sees what a phone that was signed out is to delete", async () => {
    const { phone } = await findable();
    const revoke = { token: phone.token, body: {} };
    expect((await desk.api.call("POST", "/api/v1/auth/logout", revoke)).status).toBe(200);
    const response = await desk.ask("devices.read", `/api/v1/support/devices/${phone.deviceId}`);
    expect(supportDeviceSchema.parse(response.data)).toMatchObject({
      purgeOrders: [{ trigger: "LOGOUT", scope: "ALL", acknowledgedAt: null }],
    });
  });

  test("sees a coach's workspaces too", async () => {
    const { phone } = await findable();
    const { coach, workspaceId } = phone.pair;
    const { data } = await desk.ask("users.read", personPath(coach.userId));
    expect(supportPersonSchema.parse(data)).toMatchObject({
      workspaces: [{ workspaceId, workspaceStatus: "ACTIVE", role: "OWNER", status: "ACTIVE" }],
      relationships: [],
    });
  });
});

describe("support that acts for a person", () => {
  const post = (permission: SupportPermission, path: string, request: TestRequest = {}) =>
    desk.api.call("POST", path, {
      token: desk.tokenFor(permission),
      key: randomUUID(),
      body: { reason: REASON },
      ...request,
    });
  const sessionsOf = async (userId: string) => {
    const { data } = await desk.ask("users.read", personPath(userId));
    return supportPersonSchema.parse(data);
  };

  test("sees an invitation and its e-mail by the contact, and sends it again, audited", async () => {
    const { phone } = await findable();
    const { coach } = phone.pair;
    const email = `${randomUUID()}@example.com`;
    const contact = { kind: "EMAIL", value: email } as const;
    const { invitation, token } = await buildInvitation(em(), coach, contact);
    const { id: invitationId, workspaceId } = invitation;
    await em().nativeUpdate(
      Letter,
      { subjectId: invitationId },
      { status: "FAILED", attempts: 1, failureCode: "SMTP_550" },
    );
    const found = await find({ email });
    expect(foundPersonSchema.parse(found.data)).toMatchObject({
      userId: null,
      invitations: [
        {
          invitationId,
          workspaceId,
          status: "ACTIVE",
          generation: 1,
          lastMail: { status: "FAILED", failureCode: "SMTP_550" },
        },
      ],
    });
    const path = `/api/v1/support/invitations/${invitationId}/resend`;
    const key = randomUUID();
    const sent = await post("invitations.resend", path, { key });
    expect(supportInvitationSchema.parse(sent.data)).toMatchObject({
      invitationId,
      status: "ACTIVE",
      generation: 2,
      lastMail: { status: "PENDING", attempts: 0 },
    });
    expect((await post("invitations.resend", path, { key })).data).toEqual(sent.data);
    expect(`${found.text}${sent.text}`).not.toMatch(new RegExp(`${email}|token|${token}`));
    const audits = { eventType: "INVITATION_RESENT_BY_SUPPORT", userId: null };
    const lines = await em().find(AuthAuditEvent, audits);
    const metadata = { invitationId, workspaceId, reason: REASON, role: "support" };
    expect(lines.map((line) => line.metadata)).toEqual([metadata]);
    const refusals = [
      await post("invitations.resend", path, { token: "none" }),
      await post("users.read", path),
      await post("invitations.resend", path, { body: {} }),
      await post("invitations.resend", `/api/v1/support/invitations/${randomUUID()}/resend`),
    ];
    expect(refusals.map(refusalOf)).toEqual([
      "401 UNAUTHENTICATED",
      "403 FORBIDDEN",
      "400 VALIDATION_FAILED",
      "404 NOT_FOUND",
    ]);
  });

  test("sees e-mails about the account, sign-ins and sessions one by one, and ends them, audited", async () => {
    const { phone, userId } = await findable();
    await transact(em(), (tx) => askExport(tx, { userId, requestId: "r" }));
    const before = await sessionsOf(userId);
    const wanted = { type: "AccountExportRequested", status: "PENDING", failureCode: null };
    expect(before.letters[0]).toMatchObject(wanted);
    expect(before.signIns).toMatchObject([{ provider: expect.any(String), unlinkedAt: null }]);
    const [session, ...others] = before.sessions;
    const open = { clientApp: "CLIENT_MOBILE", revokedAt: null, revokedFor: null };
    expect(session).toMatchObject(open);
    expect(session?.identityId).toBe(before.signIns[0]?.identityId);
    const path = `/api/v1/support/users/${userId}/sessions/end`;
    const body = { reason: REASON, sessionId: session?.sessionId };
    const key = randomUUID();
    const ended = await post("sessions.end", path, { body, key });
    expect(endedSessionsSchema.parse(ended.data)).toEqual({ userId, endedSessions: 1 });
    expect((await post("sessions.end", path, { body, key })).data).toEqual(ended.data);
    expect((await sessionsOf(userId)).sessions[0]).toMatchObject({ revokedFor: "REVOKED" });
    const endedSessions = others.length;
    expect((await post("sessions.end", path)).data).toEqual({ userId, endedSessions });
    const me = await desk.api.call("GET", "/api/v1/auth/client-me", { token: phone.token });
    expect(refusalOf(me)).toBe("401 UNAUTHENTICATED");
    const audits = { eventType: "SESSIONS_ENDED_BY_SUPPORT", userId };
    const lines = await em().find(AuthAuditEvent, audits, { orderBy: { id: "asc" } });
    const metadata = { reason: REASON, role: "support" };
    expect(lines.map((line) => line.metadata)).toEqual([
      { ...metadata, sessions: "1" },
      { ...metadata, sessions: `${endedSessions}` },
    ]);
    const foreign = { reason: REASON, sessionId: randomUUID() };
    const refusals = [
      await post("sessions.end", path, { token: "none" }),
      await post("users.read", path),
      await post("sessions.end", path, { body: {} }),
      await post("sessions.end", path, { body: foreign }),
      await post("sessions.end", `/api/v1/support/users/${randomUUID()}/sessions/end`),
    ];
    expect(refusals.map(refusalOf)).toEqual([
      "401 UNAUTHENTICATED",
      "403 FORBIDDEN",
      "400 VALIDATION_FAILED",
      "404 NOT_FOUND",
      "404 NOT_FOUND",
    ]);
  });
});

describe("the auth audit of a person", () => {
  test("shows types and instants, with its own permission; the read is audited with its reason", async () => {
    const { phone, userId } = await findable();
    const path = `${personPath(userId)}/auth-events`;
    await desk.ask("users.read", personPath(userId));
    const answer = await desk.ask("auth-audit.read", path);
    const { items } = supportAuthEventsSchema.parse(answer.data);
    expect(items[0]).toEqual({ type: "USER_READ", at: expect.any(String) });
    expect(items.length).toBe((await em().count(AuthAuditEvent, { userId })) - 1);
    const [line] = await em().find(AuthAuditEvent, { userId, eventType: "AUTH_AUDIT_READ" });
    expect(line?.metadata).toEqual({ reason: REASON, role: "support" });
    const none = await desk.api.call("GET", path, { headers: { "X-Access-Reason": REASON } });
    expect(refusalOf(none)).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await desk.ask("auth-audit.read", path, { headers: {} }))).toBe(
      "400 REASON_REQUIRED",
    );
    for (const [id, refusal] of [
      ["nonsense", "400 VALIDATION_FAILED"],
      [randomUUID(), "404 NOT_FOUND"],
    ] as const)
      expect(refusalOf(await desk.ask("auth-audit.read", `${personPath(id)}/auth-events`))).toBe(
        refusal,
      );
    // Support staff read which permission they lack; nobody else does.
    const lacking = await desk.ask("users.read", path);
    expect(refusalOf(lacking)).toBe("403 FORBIDDEN");
    expect(lacking.body).toMatchObject({ permission: "auth-audit.read" });
    const outsider = await desk.ask("users.read", path, { token: phone.pair.coachToken });
    expect(refusalOf(outsider)).toBe("403 FORBIDDEN");
    expect(outsider.body).not.toHaveProperty("permission");
  });
});

describe("each search for a person", () => {
  test("is one of at most 60 an hour, also at the same instant; then the operator waits and an alarm is raised", async () => {
    const token = await supporter(desk.api, desk.issuer, "users.read");
    const { userId, email } = await findable();
    expect((await find({ email }, { token })).status).toBe(200);
    await desk.owner.query(
      `insert into auth_audit_event (id, user_id, event_type, provider, actor, metadata, created_at)
       select uuidv7(), null, event_type, provider, actor, metadata, created_at - interval '10 minutes'
       from auth_audit_event, generate_series(1, 58) where user_id = $1 and event_type = 'USER_SOUGHT'`,
      [userId],
    );
    desk.log.length = 0;
    const answers = await Promise.all([1, 2, 3].map(() => find({ email }, { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    const seconds = Number(refused?.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(2_900);
    expect(seconds).toBeLessThanOrEqual(3_000);
    expect(desk.log.join("")).toContain("an operator looked up too many contacts");
    const { rows } = await desk.owner.query<{ count: number }>(
      `select count(*)::int as count from auth_audit_event where event_type = 'RATE_LIMITED' and actor =
         (select actor from auth_audit_event where user_id = $1 and event_type = 'USER_SOUGHT' limit 1)`,
      [userId],
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect((await find({ email })).status).toBe(200);
  });

  test("is audited with its reason, even without a result, and without the contact", async () => {
    const { userId, email } = await findable();
    desk.log.length = 0;
    const request = { headers: { "X-Access-Reason": `Ticket ${randomUUID()}` } };
    const [reason = ""] = Object.values(request.headers);
    await find({ email }, request);
    await find({ email }, request);
    await desk.ask("users.read", personPath(userId), request);
    const stranger = `${randomUUID()}@example.com`;
    const nobody = { userId: null, invitations: [] };
    expect((await find({ email: stranger }, request)).data).toEqual(nobody);
    expect((await find({ phone: "+49 151 00000000" }, request)).data).toEqual(nobody);
    const metadata = { reason, role: "support" };
    const audits = await em().find(AuthAuditEvent, { metadata }, { orderBy: { id: "asc" } });
    expect(audits.map((line) => [line.eventType, line.userId])).toEqual([
      ["USER_SOUGHT", userId],
      ["USER_SOUGHT", userId],
      ["USER_READ", userId],
      ["USER_SOUGHT", null],
      ["USER_SOUGHT", null],
    ]);
    expect(JSON.stringify(audits)).not.toMatch(/@|151 ?00000000/);
    expect(desk.log.join("")).not.toMatch(new RegExp(`${email}|${stranger}|${reason}`));
  });

  test("needs a sign-in, the permission, a reason and a valid contact", async () => {
    const { phone, userId, email } = await findable();
    const path = personPath(userId);
    const reason = { "X-Access-Reason": REASON };
    expect(refusalOf(await find({ email }, { token: "none" }))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await desk.api.call("GET", path, { headers: reason }))).toBe(
      "401 UNAUTHENTICATED",
    );
    const others = [desk.tokenFor("devices.read"), phone.token, phone.pair.coachToken];
    for (const token of [...others, await staffToken(desk.issuer, "support")]) {
      expect(refusalOf(await find({ email }, { token }))).toBe("403 FORBIDDEN");
      expect(refusalOf(await desk.ask("users.read", path, { token }))).toBe("403 FORBIDDEN");
    }
    expect(refusalOf(await find({ email }, { headers: {} }))).toBe("400 REASON_REQUIRED");
    const unreasoned = await desk.ask("users.read", path, { headers: {} });
    expect(refusalOf(unreasoned)).toBe("400 REASON_REQUIRED");
    for (const body of [{}, { email: "ana" }, { phone: "12" }, { email, phone: "+49 151 2345678" }])
      expect(refusalOf(await find(body))).toBe("400 VALIDATION_FAILED");
    for (const [id, refusal] of [
      ["nonsense", "400 VALIDATION_FAILED"],
      [randomUUID(), "404 NOT_FOUND"],
    ] as const)
      expect(refusalOf(await desk.ask("users.read", personPath(id)))).toBe(refusal);
    expect(await em().count(AuthAuditEvent, { userId, eventType: "USER_SOUGHT" })).toBe(0);
    expect(await em().count(AuthAuditEvent, { userId, eventType: "USER_READ" })).toBe(0);
  });
});

function find(body: object, request: TestRequest = {}) {
  return desk.api.call("POST", FIND, {
    token: desk.tokenFor("users.read"),
    headers: { "X-Access-Reason": REASON },
    body,
    ...request,
  });
}

/** A client with a phone, who can be found by an address. */
async function findable() {
  const busy = await busyPhone(desk);
  const { userId } = busy.phone.pair.client;
  const email = `${randomUUID()}@example.com`;
  await em().nativeUpdate(User, { id: userId }, { primaryEmail: email });
  return { ...busy, userId, email };
}

/** An e-mail to the phone's person that its server refused. */
async function refusedMail({ pair, relationshipId }: Phone): Promise<void> {
  const id = newId();
  const { userId } = pair.client;
  await desk.owner.query(
    `insert into notification (id, dedupe_key, category, recipient_user_id, subject_id, relationship_id,
       local_date, timezone, outcome, reason, channels, revision, decided_at, judged_at)
     values ($1::uuid, $1::uuid::text, 'WELCOME', $2, $3, $3, null, 'UTC', 'SEND', 'ALLOWED', '{MAIL}', 1,
       clock_now(), clock_now())`,
    [id, userId, relationshipId],
  );
  await desk.owner.query(
    `insert into notification_delivery (id, notification_id, channel, target_id, status, attempts,
       failure_code, created_at, next_attempt_at)
     values ($1, $2, 'MAIL', $3, 'FAILED', 3, 'MAIL_REFUSED', clock_now(), clock_now())`,
    [randomUUID(), id, userId],
  );
}

/** A draft of the phone that waits for a choice. */
async function waitingDraft({ deviceId, relationshipId, pair }: Phone): Promise<void> {
  await desk.owner.query(
    `insert into workout_conflict (id, workspace_id, relationship_id, client_session_id, lineage_id, kind,
       refs, latest_receipt_id, opened_at, latest_at, expires_at, remind_from)
     select $1, $2, $3, $1, lineage_id, 'STALE_REVISION', '{}', $1, clock_now(), clock_now(),
       clock_now() + interval '7 days', clock_now()::date
     from device where id = $4`,
    [randomUUID(), pair.workspaceId, relationshipId, deviceId],
  );
}
