import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { mailEmailChange } from "../../activities/accounts/mail/mail-email-change.ts";
import { openAppSession } from "../../activities/accounts/sessions/open-app-session.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { linkIdentity } from "../../activities/accounts/link-identity.ts";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { ReplacedEmail } from "../../db/accounts/replaced-email.ts";
import { getSupportUser } from "../../db/accounts/support/queries.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { codeOf } from "../factories/code-of.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const anAddress = () => `${randomUUID()}@example.com`;

const HOME = { ipHash: "home", network: null };

describe("The e-mail of an account", () => {
  test("follows the verified claim of the provider, and both addresses are notified once", async () => {
    const coach = await buildCoach(em);
    const email = anAddress();
    await signInWith(coach, { email });
    await signInWith(coach, { email });
    expect(await emailOf(coach)).toBe(email);
    const events = await eventsOf(coach);
    expect(events).toHaveLength(1);
    const [event] = events;
    if (event === undefined) throw new Error("Expected an AccountEmailChanged event.");
    expect(JSON.stringify(event)).not.toContain("@");
    expect(JSON.stringify(await audited(coach, "EMAIL_FOLLOWED"))).not.toContain("@");

    const sent = await letters(event.eventId, coach.userId);
    expect(sent.map(({ to }) => to)).toEqual([coach.identity.email, email]);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(await letters(event.eventId, coach.userId)).toEqual([]);
    expect(await em.fork().count(ReplacedEmail, { userId: coach.userId })).toBe(0);
  });

  test("stays when the claim is unverified, comes from a further sign-in, or is the same address", async () => {
    const coach = await buildCoach(em);
    const google = buildIdentity({ provider: "google" });
    await furtherSignIn(coach, google);
    await signInWith(coach, {});
    await signInWith(coach, { email: anAddress(), emailVerified: false });
    await signInWith({ ...coach, identity: google }, { email: anAddress() });
    expect(await emailOf(coach)).toBe(coach.identity.email);
    expect(await eventsOf(coach)).toEqual([]);
  });

  test("is taken from the first sign-in that proves one if the account has none", async () => {
    const phone = { kind: "PHONE", value: "+4915112345678" } as const;
    const coach = await buildCoach(em, buildIdentity({ contact: phone }));
    const email = anAddress();
    await signInWith(coach, { email, emailVerified: true });
    expect(await emailOf(coach)).toBe(email);
    const [event] = await eventsOf(coach);
    const sent = await letters(event?.eventId ?? "", coach.userId);
    expect(sent.map(({ to }) => to)).toEqual([email]);
  });

  test("stays when another account has the address; support sees since when until that is resolved", async () => {
    const [holder, coach] = [await buildCoach(em), await buildCoach(em)];
    const { email } = holder.identity;
    const refusedAt = async () => (await getSupportUser(em.fork(), coach.userId)).emailRefusedAt;
    expect(await refusedAt()).toBeNull();
    await signInWith(coach, { email });
    await signInWith(coach, { email });
    expect(await emailOf(coach)).toBe(coach.identity.email);
    expect(await emailOf(holder)).toBe(email);
    expect(await refusedAt()).not.toBeNull();
    expect(await audited(coach, "EMAIL_HELD_ELSEWHERE")).toHaveLength(1);
    expect(await eventsOf(coach)).toEqual([]);

    await signInWith(coach, {});
    expect(await refusedAt()).toBeNull();
    await signInWith(coach, { email });
    await signInWith(holder, { email: anAddress() });
    await signInWith(coach, { email });
    expect([await emailOf(coach), await refusedAt()]).toEqual([email, null]);
  });

  test("is matched with invitations by its current value", async () => {
    const { coach, client } = await buildRelationship(em);
    const email = anAddress();
    const invite = (value: string) => codeOf(buildInvitation(em, coach, { kind: "EMAIL", value }));
    await signInWith(client, { email });
    expect(await invite(email)).toBe("ALREADY_CLIENT");
    expect(await invite(client.identity.email ?? "")).toBeNull();
  });

  test("does not change through a token issued before the newest sign-in", async () => {
    const coach = await buildCoach(em);
    const email = anAddress();
    const issuedAt = new Date(Date.now() - 60_000);
    await signInWith(coach, { email });
    await signInWith(coach, { issuedAt });
    expect(await emailOf(coach)).toBe(email);
  });
});

const ROUNDS = campaignSize("RACE_ROUNDS", 6);

test(`Two simultaneous sign-ins of one account, ${ROUNDS} times: its e-mail follows the newest token`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const coach = await buildCoach(em);
    const [older, newer] = [anAddress(), anAddress()];
    const later = new Date(Date.now() + 1_000);
    const signIns = [{ email: older }, { email: newer, issuedAt: later }];
    if (round % 2 === 1) signIns.reverse();
    await Promise.all([...signIns, ...signIns].map((changes) => signInWith(coach, changes)));
    expect(await emailOf(coach)).toBe(newer);
    const changes = (await eventsOf(coach)).length;
    expect([1, 2]).toContain(changes);
    expect(await em.fork().count(ReplacedEmail, { userId: coach.userId })).toBe(changes);
  }
});

test(`Two accounts that claim one address at once, ${ROUNDS} times: one gets it, and both can sign in`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = anAddress();
    const [one, other] = [await buildCoach(em), await buildCoach(em)];
    const newcomer = buildIdentity({ email });
    const form = { ...registrationForm(), identity: newcomer, workspaceName: null, origin: ORIGIN };
    const [, , registered] = await Promise.all([
      signInWith(one, { email }),
      signInWith(other, { email }),
      codeOf(transact(em, (tx) => registerCoach(tx, form, hooks.workspaces))),
    ]);
    expect(await em.fork().count(User, { primaryEmail: email })).toBe(1);
    const followed = await em.fork().count(User, {
      id: { $in: [one.userId, other.userId] },
      primaryEmail: email,
    });
    expect(followed).toBe(registered === null ? 0 : 1);
    expect([null, "IDENTITY_NOT_LINKED"]).toContain(registered);
  }
});

type Account = Pick<BuiltCoach, "userId" | "identity">;

async function emailOf({ userId }: Account) {
  return (await em.fork().findOneOrFail(User, userId)).primaryEmail;
}

function eventsOf({ userId: subjectId }: Account) {
  return em.fork().find(OutboxRow, { subjectId, type: "AccountEmailChanged", consumer: "mail" });
}

function audited({ userId }: Account, eventType: string) {
  return em.fork().find(AuthAuditEvent, { userId, eventType });
}

/** Signs in again with the claims that the provider sends now. */
async function signInWith({ userId, identity }: Account, changes: Partial<ClientSignIn>) {
  const now = { ...identity, issuedAt: new Date(), providerSessionId: randomUUID(), ...changes };
  const { provider, subject } = now;
  const linked = await em.fork().findOneOrFail(AuthIdentity, { provider, subject, userId });
  const seen = { userId, roles: ["COACH" as const], identityId: linked.id, identity: now };
  return transact(em, (tx) => openAppSession(tx, { ...seen, ...HOME, requestId: "r-1" }));
}

/** Sends the mails of the event as the relay would. */
async function letters(eventId: string, subjectId: string): Promise<Message[]> {
  const sent: Message[] = [];
  const mailer = { send: async (message: Message) => void sent.push(message) };
  await mailEmailChange({ em, mailer, publicUrl: "https://api.example" }, { eventId, subjectId });
  return sent;
}

async function furtherSignIn({ userId }: Account, other: ClientSignIn): Promise<void> {
  const further = { ...other, authenticatedAt: new Date() };
  await transact(em, (tx) => linkIdentity(tx, { userId, further, requestId: "r-2" }));
}
