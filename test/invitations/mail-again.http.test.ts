import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import {
  invitedBy,
  type Person,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { useApi } from "../harness/use-api.ts";

const MAIL_AGAIN = "/api/v1/client-invitations/mail-again";

const { api, issuer } = await useApi();
const coach = await registeredCoach(api, somebody(issuer));
const em = () => api.deps.database.em.fork();

beforeEach(async () => {
  await em().execute("delete from rate_limit");
});

describe("A person without an account who proves an invited address", () => {
  test("learns in client-me that an invitation waits and when it closes, and nothing else of it", async () => {
    const { person, expiresAt, ...invitation } = await invited();
    const { data, text } = await me(person);
    expect(clientMeSchema.parse(data)).toMatchObject({
      nextRoute: "INVITE_REQUIRED",
      user: null,
      waitingInvitation: { expiresAt },
    });
    for (const secret of [invitation.invitationId, invitation.invitationToken, "Cora Coach"])
      expect(text).not.toContain(secret);
    expect(text).not.toContain(coach.workspaceId);
  });

  test("has the same link mailed again until the same day, once for each key, and it is audited", async () => {
    const { person, invitationId, expiresAt } = await invited();
    const before = await em().findOneOrFail(Invitation, invitationId);
    const key = randomUUID();
    const first = await mailAgain(person, { key });
    expect([first.status, first.data]).toEqual([200, { expiresAt }]);
    expect((await mailAgain(person, { key })).data).toEqual(first.data);
    expect(await mailsOf(invitationId)).toBe(1);
    const after = await em().findOneOrFail(Invitation, invitationId);
    expect([after.generation, after.tokenHash]).toEqual([before.generation, before.tokenHash]);
    const lines = await em().find(AuthAuditEvent, { eventType: "INVITATION_MAILED_AGAIN" });
    const mine = lines.filter(({ metadata }) => metadata["invitationId"] === invitationId);
    expect(mine).toMatchObject([
      { userId: null, actor: expect.stringMatching(/^identity:/), provider: "email-password" },
    ]);
  });

  test("gets three mails a day with the coach's own, however many requests come at once", async () => {
    const { person, invitationId } = await invited();
    const answers = await Promise.all(Array.from({ length: 5 }, () => mailAgain(person)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect(await mailsOf(invitationId)).toBe(2);
  });

  test("still needs the token of the mail to register", async () => {
    const { person } = await invited();
    const body = { invitationToken: "x".repeat(43) };
    const token = await person.token("CLIENT_MOBILE");
    const answer = await api.call("POST", "/api/v1/client-invitations/validate", { token, body });
    expect(refusalOf(answer)).toBe("404 NOT_FOUND");
  });
});

describe("Nobody else learns that an invitation waits, or has it mailed:", () => {
  test("a stranger, an unverified address, and a withdrawn or accepted invitation read the same", async () => {
    const { person, invitationId, email } = await invited();
    const unverified = { email_verified: false };
    const unknown = (await me(somebody(issuer))).data;
    expect((await me(somebody(issuer, email), unverified)).data).toEqual(unknown);
    expect(refusalOf(await mailAgain(somebody(issuer, email), {}, unverified))).toBe(
      "404 NOT_FOUND",
    );
    const path = `/api/v1/workspaces/${coach.workspaceId}/invitations/${invitationId}/revoke`;
    expect((await api.call("POST", path, { token: coach.token })).status).toBe(200);
    expect((await me(person)).data).toEqual(unknown);
    expect(refusalOf(await mailAgain(person))).toBe("404 NOT_FOUND");
    expect(await mailsOf(invitationId)).toBe(0);
  });

  test("a person whose address an account has is sent to the other sign-in", async () => {
    const { person } = await registeredClient(api, coach, somebody(issuer));
    const other = await registeredCoach(api, somebody(issuer));
    await invitedBy(api, other, person.email);
    expect(refusalOf(await mailAgain(person))).toBe("404 NOT_FOUND");
    const newWay = somebody(issuer, person.email);
    expect((await me(newWay)).data).toMatchObject({
      nextRoute: "SIGN_IN_OTHER_WAY",
      waitingInvitation: null,
    });
    expect(refusalOf(await mailAgain(newWay))).toBe("404 NOT_FOUND");
  });

  test("a caller without a token, without a key, or in the coach's app is refused", async () => {
    const { person } = await invited();
    expect(refusalOf(await api.call("POST", MAIL_AGAIN, { key: randomUUID() }))).toBe(
      "401 UNAUTHENTICATED",
    );
    const token = await person.token("CLIENT_MOBILE");
    expect(refusalOf(await api.call("POST", MAIL_AGAIN, { token }))).toBe("400 VALIDATION_FAILED");
    const inCoachApp = { token: await person.token("COACH_MOBILE"), key: randomUUID() };
    expect(refusalOf(await api.call("POST", MAIL_AGAIN, inCoachApp))).toBe("403 APP_ROLE_MISMATCH");
  });
});

/** A person without an account, and the open invitation of their address. */
async function invited() {
  const person = somebody(issuer);
  const { email } = person;
  return { person, email, ...(await invitedBy(api, coach, email)) };
}

async function me(person: Person, claims: Readonly<Record<string, unknown>> = {}) {
  const token = await person.token("CLIENT_MOBILE", claims);
  return api.call("GET", "/api/v1/auth/client-me", { token });
}

async function mailAgain(
  person: Person,
  { key = randomUUID() } = {},
  claims: Readonly<Record<string, unknown>> = {},
) {
  const token = await person.token("WEB", claims);
  return api.call("POST", MAIL_AGAIN, { token, key });
}

const mailsOf = (invitationId: string) =>
  em().count(OutboxRow, {
    type: "ClientInvitationMailedAgain",
    subjectId: invitationId,
    consumer: "mail",
  });
