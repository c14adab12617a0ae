import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mailInvitationReminder } from "../../activities/invitations/mail-invitation.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { settleInvitation } from "../../activities/invitations/settle-invitation.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { listInvitations } from "../../db/invitations/queries.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltCoach,
  INVITATION_KEY,
  buildCoach,
  buildInvitation,
  buildRelationship,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { invitationActs } from "../factories/invitations/invitation-acts.ts";
import { useOrm } from "../harness/use-orm.ts";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;
const PUBLIC_URL = "https://api.example";
const ALL = { afterId: null, status: null, now: new Date() };
const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const { revoke, setWorkspaceStatus } = invitationActs(em);
beforeEach(() => moveClock(ownerUrl, 0));

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
    const request = { workspaceId, invitationId, resentByUserId, requestId: "r" };
    return transact(em, (tx) =>
      resendInvitation(tx, { ...request, invitationKey: INVITATION_KEY }),
    );
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
    expect(await dueOf(invitation)).toBe("EXPIRY");
    const [row, ...more] = await remindersOf(invitation);
    expect(more).toEqual([]);
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const deps = { em, mailer, invitationKey: INVITATION_KEY, publicUrl: PUBLIC_URL };
    const { eventId = "", subjectId = "", version = 0 } = row ?? {};
    await mailInvitationReminder(deps, { eventId, subjectId, version });
    expect(sent).toMatchObject([{ to: invitation.targetEmail, messageId: eventId }]);
    expect(sent[0]?.subject).toContain("expires soon");
    expect(sent[0]?.text).toContain(`\n${PUBLIC_URL}/invitation#token=${token}\n\n`);
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
    for (const one of [accepted, revoked])
      expect(await settle(one)).toMatchObject({ open: false, did: [] });
    expect((await settle(byPhone)).did).toEqual(["REMINDED"]);
    expect(await remindersOf(byPhone)).toEqual([]);
    await moveClock(ownerUrl, 15 * DAY_SECONDS);
    // Only the coach is notified of the end; long after it, nobody is.
    expect(await settle(closed)).toMatchObject({ open: false, did: ["EXPIRED"] });
    expect(await remindersOf(closed)).toEqual([]);
    await moveClock(ownerUrl, 22 * DAY_SECONDS);
    expect(await settle(byPhone)).toMatchObject({ open: false, did: [] });
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
