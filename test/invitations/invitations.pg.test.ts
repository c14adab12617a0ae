import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { keepOutcome } from "../../activities/accounts/mail/keep-outcome.ts";
import {
  mailInvitation,
  mailInvitationReminder,
} from "../../activities/invitations/mail-invitation.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { settleInvitation } from "../../activities/invitations/settle-invitation.ts";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { revokeInvitation } from "../../activities/invitations/revoke-invitation.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { lockInvitation } from "../../db/invitations/lock-rows.ts";
import { listRelationships } from "../../db/relationships/queries.ts";
import { listInvitations } from "../../db/invitations/queries.ts";
import { openDatabase } from "../../db/orm.ts";
import { newestEmails } from "../../db/outbox/queries.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { DELIVERY_ATTEMPTS } from "../../rules/outbox/judge-delivery.ts";
import { writtenDay } from "../../rules/written-time.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import {
  type BuiltCoach,
  INVITATION_KEY,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  setRelationshipStatus,
  speakGerman,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;
const PUBLIC_URL = "https://api.example";
const ALL = { afterId: null, status: null, now: new Date() };

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "invitations-test" });
const { em } = database;
afterAll(() => database.close());
beforeEach(() => moveClock(ownerUrl, 0));

const validate = (identity: ClientSignIn, invitationToken: string) =>
  transact(em, (tx) => validateInvitation(tx, { identity, invitationToken }));
const preview = (token: string) => previewInvitation(em.fork(), token);
const inviteeOf = (invitation: Invitation, changes: Partial<ClientSignIn> = {}) =>
  buildIdentity({ contact: invitationTarget(invitation), ...changes });
const revoke = (coach: BuiltCoach, invitationId: string) =>
  transact(em, (tx) =>
    revokeInvitation(tx, {
      workspaceId: coach.workspaceId,
      invitationId,
      revokedByUserId: coach.userId,
      requestId: "r",
    }),
  );
const setWorkspaceStatus = (id: string, status: "ACTIVE" | "SUSPENDED") =>
  em.fork().nativeUpdate(CoachWorkspace, { id }, { status });

describe("Inviting", () => {
  test("stores only the hash of the token, and is open for 14 days", async () => {
    const coach = await buildCoach(em);
    const { invitation, token } = await buildInvitation(em, coach);
    const kept = await em.fork().findOneOrFail(Invitation, invitation.id);
    expect(kept.tokenHash).toBe(await invitationTokenHash(token));
    expect([kept.status, kept.generation]).toEqual(["ACTIVE", 1]);
    expect(kept.expiresAt.getTime() - kept.createdAt.getTime()).toBe(14 * DAY_SECONDS * 1000);
  });

  test("emits ClientInvited to mail and feed, with ids only", async () => {
    const coach = await buildCoach(em);
    const { invitation } = await buildInvitation(em, coach);
    const rows = await em.fork().find(OutboxRow, { subjectId: invitation.id });
    const consumers = rows.map(({ consumer }) => consumer);
    expect(consumers.toSorted()).toEqual(["event-feed", "invitation-actor", "mail"]);
    const refs = { workspaceId: coach.workspaceId, byUserId: coach.userId, generation: 1 };
    for (const row of rows) expect(row.refs).toEqual(refs);
  });

  test("into a suspended workspace is refused", async () => {
    const coach = await buildCoach(em);
    await setWorkspaceStatus(coach.workspaceId, "SUSPENDED");
    await expect(buildInvitation(em, coach)).rejects.toMatchObject({ code: "WORKSPACE_SUSPENDED" });
  });

  test("the same contact twice, or eight times at once, returns the open invitation", async () => {
    const coach = await buildCoach(em);
    const contact = { kind: "EMAIL" as const, value: `${randomUUID()}@example.com` };
    const made = await Promise.all(
      Array.from({ length: 8 }, () => buildInvitation(em, coach, contact)),
    );
    const again = await buildInvitation(em, coach, contact);
    expect(new Set([...made, again].map(({ invitation }) => invitation.id)).size).toBe(1);
    expect(new Set([...made, again].map(({ token }) => token)).size).toBe(1);
    const subjectId = again.invitation.id;
    expect(await em.fork().count(OutboxRow, { subjectId, consumer: "mail" })).toBe(1);
    await revoke(coach, subjectId);
    const next = await buildInvitation(em, coach, contact);
    expect(next.invitation.id).not.toBe(subjectId);
    const elsewhere = await buildInvitation(em, await buildCoach(em), contact);
    expect(elsewhere.invitation.id).not.toBe(next.invitation.id);
  });

  test("a client of the workspace is refused as such, and only there", async () => {
    const { coach, client, relationshipId } = await buildRelationship(em);
    const contact = { kind: "EMAIL" as const, value: client.identity.email ?? "" };
    await expect(buildInvitation(em, coach, contact)).rejects.toMatchObject({
      code: "ALREADY_CLIENT",
      details: { conflictingId: relationshipId },
    });
    await expect(buildInvitation(em, await buildCoach(em), contact)).resolves.toBeDefined();
    await setRelationshipStatus(em, relationshipId, "ENDED");
    await expect(buildInvitation(em, coach, contact)).resolves.toBeDefined();
  });

  test("makes a list with the newest first, separate for each workspace", async () => {
    const coach = await buildCoach(em);
    const first = await buildInvitation(em, coach);
    const second = await buildInvitation(em, coach);
    await buildInvitation(em, await buildCoach(em));
    const page = { ...ALL, workspaceId: coach.workspaceId, limit: 50 };
    const listed = await listInvitations(em.fork(), page);
    const ids = [second.invitation.id, first.invitation.id];
    expect(listed.map(({ id }) => id)).toEqual(ids);
    const rest = await listInvitations(em.fork(), { ...page, afterId: second.invitation.id });
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(1));
  });
});

describe("Revoking", () => {
  test("closes the invitation for good, with one event", async () => {
    const coach = await buildCoach(em);
    const { invitation, token } = await buildInvitation(em, coach);
    const first = await revoke(coach, invitation.id);
    expect([first.status, first.revokedAt]).toEqual(["REVOKED", expect.any(Date)]);
    const again = await revoke(coach, invitation.id);
    expect(again.revokedAt).toEqual(first.revokedAt);
    await expect(preview(token)).rejects.toMatchObject({ code: "INVITATION_REVOKED" });
    await expect(validate(inviteeOf(invitation), token)).rejects.toMatchObject({
      code: "INVITATION_REVOKED",
    });
    const fork = em.fork();
    const type = "ClientInvitationRevoked";
    const events = { type, subjectId: invitation.id, consumer: "event-feed" } as const;
    expect(await fork.count(OutboxRow, events)).toBe(1);
    const audits = { eventType: "INVITATION_REVOKED", userId: coach.userId };
    expect(await fork.count(AuthAuditEvent, audits)).toBe(1);
  });

  test("finds only the workspace's own invitations", async () => {
    const { invitation } = await buildInvitation(em, await buildCoach(em));
    const stranger = await buildCoach(em);
    await expect(revoke(stranger, invitation.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("does not wait for the lock on a foreign invitation, which is answered like an unknown one", async () => {
    const { invitation } = await buildInvitation(em, await buildCoach(em));
    const stranger = await buildCoach(em);
    await transact(em, async (tx) => {
      await lockInvitation(tx, invitation.id);
      // If it waited, it would end with a lock timeout, which is another answer.
      await expect(revoke(stranger, invitation.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });

  test("is refused for a consumed or an expired one", async () => {
    const { coach } = await buildRelationship(em);
    const page = { ...ALL, workspaceId: coach.workspaceId, limit: 1 };
    const [consumed] = await listInvitations(em.fork(), page);
    await expect(revoke(coach, consumed?.id ?? "")).rejects.toMatchObject({
      code: "INVITATION_CONSUMED",
    });
    const { invitation } = await buildInvitation(em, coach);
    await moveClock(ownerUrl, 14 * DAY_SECONDS);
    await expect(revoke(coach, invitation.id)).rejects.toMatchObject({
      code: "INVITATION_EXPIRED",
    });
  });
});

describe("Mailing", () => {
  const sent: Message[] = [];
  const mailer = { send: async (message: Message) => void sent.push(message) };
  const mail = async (invitation: Invitation, version = invitation.generation) => {
    sent.length = 0;
    const { id: subjectId } = invitation;
    const deps = { em, mailer, invitationKey: INVITATION_KEY, publicUrl: PUBLIC_URL };
    await mailInvitation(deps, { eventId: "event-1", subjectId, version });
    return [...sent];
  };

  test("derives the link again from the invitation, under the id of the event", async () => {
    const { invitation, token } = await buildInvitation(em, await buildCoach(em));
    const [message, ...more] = await mail(invitation);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ to: invitation.targetEmail, messageId: "event-1" });
    expect(message?.text).toContain(`\n\n${PUBLIC_URL}/invitation#token=${token}\n\n`);
  });

  test("uses the language of the coach, with a day in the coach's zone", async () => {
    const coach = await buildCoach(em);
    await speakGerman(em, coach);
    const { invitation } = await buildInvitation(em, coach);
    const [message] = await mail(invitation);
    expect(message).toMatchObject({ language: "de", linkLabel: "Einladung ansehen" });
    const reading = { language: "de", timezone: "Pacific/Auckland" } as const;
    expect(message?.text).toContain(writtenDay(invitation.expiresAt, reading));
  });

  test("sends nothing for a closed, a renewed or a phone invitation", async () => {
    const coach = await buildCoach(em);
    const { invitation } = await buildInvitation(em, coach);
    expect(await mail(invitation, invitation.generation - 1)).toEqual([]);
    await revoke(coach, invitation.id);
    expect(await mail(invitation)).toEqual([]);
    const contact = { kind: "PHONE", value: "+491512345678" } as const;
    const byPhone = await buildInvitation(em, coach, contact);
    expect(await mail(byPhone.invitation)).toEqual([]);
  });
});

describe("The outcome of a mail", () => {
  const deps = { em, invitationKey: INVITATION_KEY, publicUrl: PUBLIC_URL };
  const lastMail = async ({ id }: Invitation) => (await newestEmails(em.fork(), [id])).get(id);
  /** Delivers the newest mail of an invitation to a server that answers so. */
  const deliver = async (invitation: Invitation, answer: Error | null, attempts = 0) => {
    const mail = { subjectId: invitation.id, consumer: "mail" } as const;
    const row = await em.fork().findOneOrFail(OutboxRow, mail, { orderBy: { id: "desc" } });
    const mailer = { send: () => (answer === null ? Promise.resolve() : Promise.reject(answer)) };
    const { eventId, consumer } = row;
    await keepOutcome({ em, mailer }, { eventId, consumer, attempts }, (watched) =>
      mailInvitation({ ...deps, mailer: watched }, row),
    );
  };
  const smtp = (responseCode: number, command = "RCPT TO") =>
    Object.assign(new Error("no"), { responseCode, command });

  test("is that it waits, is retried with its code, and is sent", async () => {
    const { invitation } = await buildInvitation(em, await buildCoach(em));
    const waiting = { status: "PENDING", attempts: 0, failureCode: null, triedAt: null };
    expect(await lastMail(invitation)).toMatchObject(waiting);
    const away = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    await expect(deliver(invitation, away)).rejects.toBe(away);
    const failed = { status: "PENDING", attempts: 1, failureCode: "ECONNREFUSED" };
    expect(await lastMail(invitation)).toMatchObject({ ...failed, triedAt: expect.any(String) });
    await deliver(invitation, null, 1);
    expect(await lastMail(invitation)).toMatchObject({
      status: "SENT",
      attempts: 2,
      failureCode: null,
    });
  });

  test("is FAILED if the server refuses it for good or retries end, and shows a mail that was never sent", async () => {
    const coach = await buildCoach(em);
    const { invitation } = await buildInvitation(em, coach);
    await deliver(invitation, smtp(550));
    expect(await lastMail(invitation)).toMatchObject({ status: "FAILED", failureCode: "SMTP_550" });
    const sender = smtp(550, "MAIL FROM");
    await expect(deliver(invitation, sender)).rejects.toBe(sender);
    expect(await lastMail(invitation)).toMatchObject({ status: "PENDING", failureCode: "Error" });
    const full = smtp(452);
    await expect(deliver(invitation, full, DELIVERY_ATTEMPTS - 1)).rejects.toBe(full);
    const given = { status: "FAILED", attempts: DELIVERY_ATTEMPTS, failureCode: "Error" };
    expect(await lastMail(invitation)).toMatchObject(given);
    await revoke(coach, invitation.id);
    await deliver(invitation, null);
    expect(await lastMail(invitation)).toMatchObject({ status: "NOT_SENT", failureCode: null });
  });
});

test("Inviting a contact with an open invitation again adds a missing name and changes no name", async () => {
  const coach = await buildCoach(em);
  const { invitation } = await buildInvitation(em, coach);
  const { workspaceId, userId: invitedByUserId } = coach;
  const contact = { kind: "EMAIL", value: invitation.targetEmail ?? "" } as const;
  const asked = { workspaceId, invitedByUserId, contact, requestId: "r" };
  const invite = (name?: string) =>
    transact(em, (tx) => inviteClient(tx, { ...asked, name, invitationKey: INVITATION_KEY }));
  const kept = async () => (await em.fork().findOneOrFail(Invitation, invitation.id)).inviteeName;
  await invite();
  expect(await kept()).toBeNull();
  expect(await invite("Ana")).toMatchObject({ id: invitation.id, inviteeName: "Ana" });
  expect(await kept()).toBe("Ana");
  await invite("Bea");
  expect(await kept()).toBe("Ana");
});

describe("A reminder", () => {
  const settle = ({ id }: Invitation) =>
    settleInvitation({ em, invitationKey: INVITATION_KEY }, { invitationId: id });
  const REMINDER = { type: "ClientInvitationReminded", consumer: "mail" } as const;
  const remindersOf = ({ id }: Invitation) =>
    em.fork().find(OutboxRow, { ...REMINDER, subjectId: id });
  const dueOf = async ({ id }: Invitation) =>
    (await em.fork().findOne(Actor, `invitation/${id}`))?.dueReason ?? null;
  const IN_TIME = 11 * DAY_SECONDS + MINUTE_SECONDS;
  const resend = (coach: BuiltCoach, { id: invitationId }: Invitation) => {
    const { workspaceId, userId: resentByUserId } = coach;
    const asked = { workspaceId, invitationId, resentByUserId, requestId: "r" };
    return transact(em, (tx) => resendInvitation(tx, { ...asked, invitationKey: INVITATION_KEY }));
  };

  test("is sent once, three days before the link closes, with the same link", async () => {
    const { invitation, token } = await buildInvitation(em, await buildCoach(em));
    expect(await settle(invitation)).toMatchObject({ open: true, dueReason: "REMINDER" });
    expect(await dueOf(invitation)).toBe("REMINDER");
    await moveClock(ownerUrl, IN_TIME - 2 * MINUTE_SECONDS);
    expect(await settle(invitation)).toMatchObject({ open: true, did: [] });
    expect(await remindersOf(invitation)).toEqual([]);
    await moveClock(ownerUrl, IN_TIME);
    const settled = await Promise.all(Array.from({ length: 8 }, () => settle(invitation)));
    expect(settled.flatMap(({ did }) => did)).toEqual(["REMINDED"]);
    expect(await dueOf(invitation)).toBeNull();
    const [row, ...more] = await remindersOf(invitation);
    expect(more).toEqual([]);
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const deps = { em, mailer, invitationKey: INVITATION_KEY, publicUrl: PUBLIC_URL };
    const { eventId = "", subjectId = "", version = 0 } = row ?? {};
    await mailInvitationReminder(deps, { eventId, subjectId, version });
    expect(sent).toMatchObject([{ to: invitation.targetEmail, messageId: eventId }]);
    expect(sent[0]?.subject).toContain("expires soon");
    expect(sent[0]?.text).toContain(`\n\n${PUBLIC_URL}/invitation#token=${token}\n\n`);
  });

  test("is not sent if revoked, accepted, closed or by phone, and is sent again for a new link", async () => {
    const { coach } = await buildRelationship(em);
    const page = { ...ALL, workspaceId: coach.workspaceId, limit: 1 };
    const [accepted] = await listInvitations(em.fork(), page);
    const contact = { kind: "PHONE", value: "+491512345678" } as const;
    const byPhone = (await buildInvitation(em, coach, contact)).invitation;
    const revoked = (await buildInvitation(em, coach)).invitation;
    const renewed = (await buildInvitation(em, coach)).invitation;
    const closed = (await buildInvitation(em, coach)).invitation;
    await revoke(coach, revoked.id);
    await moveClock(ownerUrl, IN_TIME);
    expect((await settle(renewed)).did).toEqual(["REMINDED"]);
    await resend(coach, renewed);
    expect(await settle(renewed)).toMatchObject({ open: true, dueReason: "REMINDER", did: [] });
    if (accepted === undefined) throw new Error("Expected an invitation");
    for (const one of [accepted, byPhone, revoked])
      expect(await settle(one)).toMatchObject({ open: false, did: [] });
    await moveClock(ownerUrl, 15 * DAY_SECONDS);
    expect(await settle(closed)).toMatchObject({ open: false, did: [] });
    await moveClock(ownerUrl, 2 * IN_TIME);
    expect((await settle(renewed)).did).toEqual(["REMINDED"]);
  });

  test("waits while the workspace is suspended, and is sent afterwards", async () => {
    const coach = await buildCoach(em);
    const { invitation } = await buildInvitation(em, coach);
    await setWorkspaceStatus(coach.workspaceId, "SUSPENDED");
    await moveClock(ownerUrl, IN_TIME);
    expect(await settle(invitation)).toMatchObject({ open: true, dueReason: "REMINDER", did: [] });
    await setWorkspaceStatus(coach.workspaceId, "ACTIVE");
    await moveClock(ownerUrl, IN_TIME + DAY_SECONDS);
    expect((await settle(invitation)).did).toEqual(["REMINDED"]);
  });

  test("of an invitation older than reminders has its actor by migration 0042, and no other has", async () => {
    const coach = await buildCoach(em);
    const contact = { kind: "PHONE", value: "+491512345678" } as const;
    const open = (await buildInvitation(em, coach)).invitation;
    const byPhone = (await buildInvitation(em, coach, contact)).invitation;
    const revoked = (await buildInvitation(em, coach)).invitation;
    await revoke(coach, revoked.id);
    const all = [open, byPhone, revoked];
    const ids = all.map(({ id }) => `invitation/${id}`);
    await em.fork().nativeDelete(Actor, { workflowId: { $in: ids } });
    const migration = new URL(
      "../../db/migrations/0042-invitations-open-before.sql",
      import.meta.url,
    );
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query(await readFile(migration, "utf8"));
      await owner.query(await readFile(migration, "utf8"));
    } finally {
      await owner.end();
    }
    expect(await Promise.all(all.map(dueOf))).toEqual(["REMINDER", null, null]);
    const { dueAt } = await em.fork().findOneOrFail(Actor, `invitation/${open.id}`);
    expect(open.expiresAt.getTime() - dueAt.getTime()).toBe(3 * DAY_SECONDS * 1000);
  });
});

test("Relationships are listed by workspace and status, newest first", async () => {
  const first = await buildRelationship(em);
  const second = await buildRelationship(em, { coach: first.coach, status: "ONBOARDING" });
  await buildRelationship(em);
  const list = (status: "ACTIVE" | null, afterId: string | null = null) =>
    listRelationships(em.fork(), { workspaceId: first.workspaceId, status, afterId, limit: 50 });
  const ids = [second.relationshipId, first.relationshipId];
  expect((await list(null)).map(({ id }) => id)).toEqual(ids);
  expect((await list(null, second.relationshipId)).map(({ id }) => id)).toEqual(ids.slice(1));
  expect(await list("ACTIVE")).toMatchObject([
    { id: first.relationshipId, clientUserId: first.client.userId, clientDisplayName: "Ana Silva" },
  ]);
});
