import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { requestedDeletionSchema } from "../../contract/privacy/schema.ts";
import { mailAccountNotice } from "../../activities/accounts/mail/mail-account-notice.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { User } from "../../db/accounts/user.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type Person,
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
  STALE_SIGN_IN,
} from "../factories/accounts/people.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { writtenMoment } from "../../rules/written-time.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const DELETION = "/api/v1/auth/account-deletion";
const CANCEL = `${DELETION}/cancel`;
const ME = "/api/v1/auth/me";
const DAY = 86_400;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let person: Person;
let coach: RegisteredCoach;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
  person = somebody(issuer);
  coach = await registeredCoach(api, person);
});

const em = () => api.deps.database.em.fork();

const anew = () => person.token("COACH_MOBILE", { sid: randomUUID() });

describe("POST /auth/account-deletion", () => {
  test("locks the account with its sessions at once, and leaves one route open", async () => {
    const { token, userId } = coach;
    const answer = await post(DELETION, token);
    expect(answer.data).toMatchObject({ status: "PENDING_DELETION" });
    expect(refusalOf(await api.call("GET", ME, { token }))).toBe("403 USER_PENDING_DELETION");
    const next = await anew();
    const refused = await api.call("GET", ME, { token: next });
    expect(refusalOf(refused)).toBe("403 USER_PENDING_DELETION");
    // The answer says until when the deletion can be cancelled.
    const { deletionAt } = requestedDeletionSchema.parse(answer.data);
    expect(refused.body).toMatchObject({ deletionAt });
    expect(refusalOf(await post(DELETION, next))).toBe("403 USER_PENDING_DELETION");
    expect(refusalOf(await post(CANCEL, token))).toBe("401 UNAUTHENTICATED");
    const events = await em().find(OutboxRow, {
      subjectId: userId,
      type: "AccountDeletionRequested",
    });
    expect(new Map(events.map(({ consumer, key }) => [consumer, key]))).toEqual(
      new Map([
        ["account-deletion-actor", `account-deletion/${userId}`],
        ["event-feed", userId],
        ["mail", userId],
      ]),
    );
    // The owner gets an e-mail with the day of the deletion.
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const eventId = events[0]?.eventId ?? "";
    const { publicUrl } = api.deps;
    const mailNotice = () =>
      mailAccountNotice({ em: em(), mailer, publicUrl }, "AccountDeletionRequested", {
        eventId,
        subjectId: userId,
      });
    await mailNotice();
    expect(sent).toMatchObject([{ to: person.email, messageId: eventId }]);
    const reading = { language: "en", timezone: "Europe/Berlin" } as const;
    expect(sent[0]?.text).toContain(writtenMoment(new Date(deletionAt ?? ""), reading));
    // Its actor is due, so that the sweep finds it if the wake-up is lost.
    const actorId = `account-deletion/${userId}`;
    expect((await em().findOneOrFail(Actor, actorId)).dueAt).toEqual(events[0]?.occurredAt);
    await settleAccountDeletion(erasureDeps(em()), { userId });
    expect(await em().findOneOrFail(Actor, actorId)).toMatchObject({ dueReason: "DELETION" });
    for (const eventType of ["DELETION_REQUESTED", "SESSIONS_REVOKED"]) {
      expect(await em().count(AuthAuditEvent, { userId, eventType })).toBe(1);
    }
  });

  test("needs a fresh sign-in; cancelling needs none", async () => {
    const stale = await person.token("COACH_MOBILE", STALE_SIGN_IN);
    const refused = await post(DELETION, stale);
    expect(refusalOf(refused)).toBe("401 UNAUTHENTICATED");
    expect(refused.headers.get("WWW-Authenticate")).toContain("insufficient_user_authentication");
    expect((await api.call("GET", ME, { token: stale })).status).toBe(200);
    await post(DELETION, coach.token);
    const later = await person.token("COACH_MOBILE", { ...STALE_SIGN_IN, sid: randomUUID() });
    expect((await post(CANCEL, later)).data).toMatchObject({ status: "ACTIVE" });
  });

  test("is cancelled by a new sign-in, after which everything works again", async () => {
    await post(DELETION, coach.token);
    const next = await anew();
    const key = randomUUID();
    const first = await post(CANCEL, next, key);
    expect(first.data).toEqual({ status: "ACTIVE", deletionRequestedAt: null, deletionAt: null });
    expect((await post(CANCEL, next, key)).headers.get("Idempotency-Replayed")).toBe("true");
    expect((await post(CANCEL, next)).data).toEqual(first.data);
    expect((await api.call("GET", ME, { token: next })).status).toBe(200);
    const { userId } = coach;
    const where = { subjectId: userId, type: "AccountDeletionCancelled" } as const;
    expect(await em().count(OutboxRow, where)).toBe(3);
    await settleAccountDeletion(erasureDeps(em()), { userId });
    expect(await em().count(Actor, `account-deletion/${userId}`)).toBe(0);
  });

  test("cannot be cancelled once the time is over, whether or not the actor came", async () => {
    await post(DELETION, coach.token);
    await moveClock(api.database.ownerUrl, 14 * DAY + 1);
    expect(refusalOf(await post(CANCEL, await anew()))).toBe("403 USER_DELETED");
  });

  test("ends with sign-ins that belong to nobody; the person may register again", async () => {
    await post(DELETION, coach.token);
    await moveClock(api.database.ownerUrl, 14 * DAY + 1);
    const { userId } = coach;
    const database = api.deps.database.em;
    expect(await settleAccountDeletion(erasureDeps(database), { userId })).toMatchObject({
      open: false,
    });
    expect(await settleAccountDeletion(erasureDeps(database), { userId })).toMatchObject({
      open: false,
    });
    expect(await em().findOneOrFail(User, userId)).toMatchObject({ primaryEmail: null });
    expect(await em().count(OutboxRow, { subjectId: userId, type: "UserDeleted" })).toBe(1);
    await moveClock(api.database.ownerUrl, 0);
    expect(refusalOf(await api.call("GET", ME, { token: await anew() }))).toBe(
      "403 REGISTRATION_REQUIRED",
    );
    const again = await registeredCoach(api, somebody(issuer, person.email));
    expect(again.userId).not.toBe(userId);
  });

  test("ends a client's relationship when it is final, not before", async () => {
    const client = somebody(issuer);
    const { user, relationship } = await registeredClient(api, coach, client);
    const statusOf = async () =>
      (await em().findOneOrFail(Relationship, relationship.relationshipId)).status;
    await post(DELETION, await client.token("CLIENT_MOBILE"));
    expect(await statusOf()).toBe("ONBOARDING");
    await moveClock(api.database.ownerUrl, 14 * DAY + 1);
    await settleAccountDeletion(erasureDeps(api.deps.database.em), { userId: user.userId });
    expect(await statusOf()).toBe("ENDED");
  });

  test("makes one request of five concurrent ones", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(DELETION, coach.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const where = { subjectId: coach.userId, type: "AccountDeletionRequested" } as const;
    expect(await em().count(OutboxRow, { ...where, consumer: "event-feed" })).toBe(1);
  });

  test("returns the same answer for a replayed key, or finds the session ended", async () => {
    const key = randomUUID();
    const answers = await Promise.all([
      post(DELETION, coach.token, key),
      post(DELETION, coach.token, key),
    ]);
    expect(answers.map(({ status }) => status)).toContain(200);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(["401 UNAUTHENTICATED", "403 USER_PENDING_DELETION"]).toContain(refusalOf(answer));
    }
  });

  test("is for clients too, and refuses a missing token, a missing key and an unknown field", async () => {
    const client = somebody(issuer);
    await registeredClient(api, coach, client);
    for (const path of [DELETION, CANCEL]) {
      expect(refusalOf(await api.call("POST", path, { key: "x" }))).toBe("401 UNAUTHENTICATED");
      const keyless = await api.call("POST", path, { token: coach.token });
      expect(refusalOf(keyless)).toBe("400 VALIDATION_FAILED");
      const body = { reason: "x" };
      const odd = await api.call("POST", path, { token: coach.token, key: randomUUID(), body });
      expect(refusalOf(odd)).toBe("400 VALIDATION_FAILED");
    }
    expect((await post(DELETION, await client.token("CLIENT_MOBILE"))).status).toBe(200);
  });
});

function post(path: string, token: string, key: string = randomUUID()) {
  return api.call("POST", path, { token, key });
}
