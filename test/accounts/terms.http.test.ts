import { afterAll, describe, expect, test } from "@jest/globals";
import { LEGAL_VERSIONS } from "../../contract/accounts/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { TermsAcceptance } from "../../db/accounts/terms-acceptance.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { suspendUser } from "../factories/accounts/identity.ts";
import {
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const PATH = "/api/v1/auth/terms-acceptance";
const IN_FORCE = { termsVersion: "2027-03", privacyVersion: "2027-01" };

const provider = await startTestIssuer();
const before = await startApi({ issuer: provider.issuer });
const api = await startApi({
  issuer: provider.issuer,
  database: before.database,
  legalVersions: IN_FORCE,
  featureFlags: { "week-view": true, chat: false },
});
afterAll(async () => {
  await api.close();
  await before.close();
  await provider.close();
});

const em = () => api.deps.database.em.fork();
const accept = (token: string, body: unknown = IN_FORCE) => api.call("POST", PATH, { token, body });

describe("The apps", () => {
  test("get the flags and legal versions of the configuration, the same for every user", async () => {
    const offer = { featureFlags: { "week-view": true, chat: false }, legalVersions: IN_FORCE };
    const coach = await registeredCoach(before, somebody(provider));
    const client = await registeredClient(before, coach, somebody(provider));
    const nobody = await somebody(provider).token("CLIENT_MOBILE");
    const clientToken = await client.person.token("CLIENT_MOBILE");
    const me = await api.call("GET", "/api/v1/auth/me", { token: coach.token });
    expect(me.data).toMatchObject({ ...offer, onboardingStatus: "COMPLETED", roles: ["COACH"] });
    for (const token of [clientToken, nobody]) {
      const answer = await api.call("GET", "/api/v1/auth/client-me", { token });
      expect(answer.data).toMatchObject(offer);
    }
  });
});

describe("When the legal texts change", () => {
  test("coach and client are asked again, accept once, and are refused nothing meanwhile", async () => {
    const coach = await registeredCoach(before, somebody(provider));
    const client = await registeredClient(before, coach, somebody(provider));
    const people = [
      { me: "/api/v1/auth/me", token: coach.token, userId: coach.userId },
      {
        me: "/api/v1/auth/client-me",
        token: await client.person.token("CLIENT_MOBILE"),
        userId: client.user.userId,
      },
    ];
    const required = async ({ me, token }: { me: string; token: string }) =>
      (await api.call("GET", me, { token })).data;
    for (const person of people) {
      const { token, userId } = person;
      expect(await required(person)).toMatchObject({ termsAcceptanceRequired: true });
      const first = await accept(token);
      expect(first.data).toMatchObject({ ...IN_FORCE, termsAcceptanceRequired: false });
      expect(await required(person)).toMatchObject({ termsAcceptanceRequired: false });
      expect((await accept(token)).data).toEqual(first.data);
      const rows = await em().find(TermsAcceptance, { userId });
      expect(rows.map(({ termsVersion }) => termsVersion).toSorted()).toEqual([
        LEGAL_VERSIONS.termsVersion,
        IN_FORCE.termsVersion,
      ]);
      const row = rows.find(({ termsVersion }) => termsVersion === IN_FORCE.termsVersion);
      const where = { type: "TermsAccepted", subjectId: row?.id ?? "" } as const;
      expect(await em().count(OutboxRow, where)).toBe(1);
      const audited = { userId, eventType: "TERMS_ACCEPTED" };
      expect(await em().count(AuthAuditEvent, audited)).toBe(1);
    }
  });

  test("twenty simultaneous acceptances are stored once", async () => {
    const { token, userId } = await registeredCoach(before, somebody(provider));
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await em().count(TermsAcceptance, { userId, ...IN_FORCE })).toBe(1);
  });

  test("other versions, malformed bodies and callers without permission are refused", async () => {
    const { token, userId } = await registeredCoach(before, somebody(provider));
    expect(refusalOf(await accept(token, LEGAL_VERSIONS))).toBe("409 STATE_CONFLICT");
    for (const body of [{}, { ...IN_FORCE, userId }, { ...IN_FORCE, termsVersion: "" }, []]) {
      expect(refusalOf(await accept(token, body))).toBe("400 VALIDATION_FAILED");
    }
    expect(refusalOf(await api.call("POST", PATH, { body: IN_FORCE }))).toBe("401 UNAUTHENTICATED");
    const nobody = await somebody(provider).token("WEB");
    expect(refusalOf(await accept(nobody))).toBe("403 REGISTRATION_REQUIRED");
    await suspendUser(em(), userId);
    expect(refusalOf(await accept(token))).toBe("403 USER_SUSPENDED");
  });
});
