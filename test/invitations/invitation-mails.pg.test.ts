import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { keepOutcome } from "../../activities/accounts/mail/keep-outcome.ts";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { mailInvitation, reportFailedMail } from "../../activities/invitations/mail-invitation.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { newestEmails } from "../../db/outbox/queries.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { DELIVERY_ATTEMPTS } from "../../rules/outbox/judge-delivery.ts";
import { writtenDay } from "../../rules/written-time.ts";
import {
  INVITATION_KEY,
  buildCoach,
  buildInvitation,
  speakGerman,
} from "../factories/accounts/identity.ts";
import { invitationActs } from "../factories/invitations/invitation-acts.ts";
import { useOrm } from "../harness/use-orm.ts";

const PUBLIC_URL = "https://api.example";
const { em } = await useOrm();
const { revoke } = invitationActs(em);

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
    expect(message?.text).toContain(`\n${PUBLIC_URL}/invitation#token=${token}\n\n`);
  });

  test("uses the language of the coach, with a day in the coach's zone", async () => {
    const coach = await buildCoach(em);
    await speakGerman(em, coach);
    const { invitation } = await buildInvitation(em, coach);
    const [message] = await mail(invitation);
    expect(message).toMatchObject({
      language: "de",
      text: expect.stringContaining("Einladung annehmen:"),
    });
    const reading = { language: "de", timezone: "Pacific/Auckland" } as const;
    expect(message?.text).toContain(writtenDay(invitation.expiresAt, reading));
  });

  test("uses the language that the coach chose, or else the workspace's", async () => {
    const coach = await buildCoach(em);
    const { workspaceId, userId: invitedByUserId } = coach;
    const settings = { locale: "de-AT" };
    await em.fork().nativeUpdate(CoachWorkspace, { id: workspaceId }, { settings });
    const invite = (value: string, language?: "en" | "de") =>
      transact(em, (tx) =>
        inviteClient(tx, {
          workspaceId,
          invitedByUserId,
          contact: { kind: "EMAIL", value },
          language,
          invitationKey: INVITATION_KEY,
          requestId: "language",
        }),
      );
    const value = `${randomUUID()}@example.com`;
    expect(await mail(await invite(value))).toMatchObject([{ language: "de" }]);
    // Inviting again mails nothing, but the mails to come follow the choice.
    expect(await mail(await invite(value, "en"))).toMatchObject([{ language: "en" }]);
    expect(await mail(await invite(value))).toMatchObject([{ language: "en" }]);
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
    const failed = (tx: Tx) => reportFailedMail(tx, row);
    await keepOutcome({ em, mailer, failed }, { eventId, consumer, attempts }, (watched) =>
      mailInvitation({ ...deps, mailer: watched }, row),
    );
  };
  const reportsOf = ({ id: subjectId }: Invitation) =>
    em.fork().count(OutboxRow, {
      type: "ClientInvitationMailFailed",
      consumer: "notifications",
      subjectId,
    });
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

  test("is reported once if each of several tries is refused, and not if the mail was sent", async () => {
    const coach = await buildCoach(em);
    const { invitation: refused } = await buildInvitation(em, coach);
    for (let tries = 0; tries < 3; tries += 1) await deliver(refused, smtp(550), tries);
    expect(await lastMail(refused)).toMatchObject({ status: "FAILED", attempts: 3 });
    expect(await reportsOf(refused)).toBe(1);
    const { invitation: sent } = await buildInvitation(em, coach);
    await deliver(sent, null);
    await deliver(sent, smtp(550), 1);
    const full = smtp(452);
    await expect(deliver(sent, full, DELIVERY_ATTEMPTS - 1)).rejects.toBe(full);
    expect(await lastMail(sent)).toMatchObject({ status: "SENT", attempts: 1 });
    expect(await reportsOf(sent)).toBe(0);
  });
});
