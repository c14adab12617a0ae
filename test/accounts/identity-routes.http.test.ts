import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { identityListSchema } from "../../contract/accounts/identity-schema.ts";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { suspendUser } from "../factories/accounts/identity.ts";
import {
  type Person,
  invitedBy,
  clientForm,
  refusalOf,
  registerAsClient,
  registeredClient,
  registeredCoach,
  somebody,
  validatedFor,
} from "../factories/accounts/people.ts";
import { registrationForm, setRelationshipStatus } from "../factories/accounts/identity.ts";
import { challengeWith } from "../factories/accounts/challenge.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/auth/identities";
const FIVE_MINUTES = 5 * 60;

const { api, issuer: provider } = await useApi();

const em = () => api.deps.database.em.fork();
const coach = () => registeredCoach(api, somebody(provider));
const epoch = (agoSeconds: number) => Math.floor(Date.now() / 1000) - agoSeconds;

describe("The sign-ins of an account", () => {
  test("are listed without the provider's subject, and the one in use is marked", async () => {
    const { token, first, google } = await linkedCoach();
    const items = await list(token);
    expect(items).toEqual([
      expect.objectContaining({ identityId: first, provider: "email-password", current: true }),
      expect.objectContaining({ identityId: google, provider: "google", current: false }),
    ]);
    expect(Object.keys(items[0] ?? {})).not.toContain("subject");
  });

  test("need a token and a registered account", async () => {
    expect(refusalOf(await api.call("GET", PATH))).toBe("401 UNAUTHENTICATED");
    const token = await somebody(provider).token("WEB");
    expect(refusalOf(await api.call("GET", PATH, { token }))).toBe("403 REGISTRATION_REQUIRED");
    const body = { accessToken: token };
    expect(refusalOf(await api.call("POST", PATH, { token, body }))).toBe(
      "403 REGISTRATION_REQUIRED",
    );
    expect(refusalOf(await api.call("POST", PATH, { body }))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await api.call("DELETE", `${PATH}/${randomUUID()}`))).toBe(
      "401 UNAUTHENTICATED",
    );
  });

  test("are closed to a suspended user", async () => {
    const { token, userId, first } = await linkedCoach();
    await suspendUser(em(), userId);
    for (const answer of [await api.call("GET", PATH, { token }), await unlink(token, first)]) {
      expect(refusalOf(answer)).toBe("403 USER_SUSPENDED");
    }
  });
});

describe("A sign-in that is not linked", () => {
  test("lets a coach sign in the old way, link it, and remain the same user", async () => {
    const { person, token, userId } = await coach();
    const google = furtherOf(person.email);
    const googleToken = await google.token();
    const body = registrationForm();
    const register = () =>
      api.call("POST", "/api/v1/auth/coach-registration", { token: googleToken, body });
    expect(refusalOf(await register())).toBe("409 IDENTITY_NOT_LINKED");
    expect(await em().count(AuthIdentity, { provider: "google", userId })).toBe(0);
    expect((await link(token, googleToken)).status).toBe(200);
    expect((await register()).data).toMatchObject({ user: { userId } });
    const me = await api.call("GET", "/api/v1/auth/me", { token: googleToken });
    expect(me.data).toMatchObject({ user: { userId, primaryEmail: person.email } });
  });

  test("tells a returning client which sign-in to use, and after linking lets the client in", async () => {
    const former = await coach();
    const { person, user, relationship } = await registeredClient(api, former, somebody(provider));
    await setRelationshipStatus(em(), relationship.relationshipId, "ENDED");
    const inviting = await coach();
    const { invitationToken } = await invitedBy(api, inviting, person.email);
    const signIn = somebody(provider, person.email);
    const google: Person = {
      email: person.email,
      token: (app) => signIn.token(app, { identity_provider: "google" }),
    };
    const token = await google.token("CLIENT_MOBILE");
    const other = { nextRoute: "SIGN_IN_OTHER_WAY", signInWith: ["email-password"] };
    const clientMe = await api.call("GET", "/api/v1/auth/client-me", { token });
    expect(clientMeSchema.parse(clientMe.data)).toMatchObject({ ...other, user: null });
    const path = "/api/v1/client-invitations/validate";
    const refused = await api.call("POST", path, { token, body: { invitationToken } });
    expect(refusalOf(refused)).toBe("409 IDENTITY_NOT_LINKED");
    expect(refused.body).toMatchObject(other);
    const invitations = `/api/v1/workspaces/${inviting.workspaceId}/invitations`;
    const listed = await api.call("GET", invitations, { token: inviting.token });
    expect(listed.data).toMatchObject({ items: [{ status: "ACTIVE" }] });
    expect((await link(await person.token("CLIENT_MOBILE"), token)).status).toBe(200);
    const validationId = await validatedFor(api, google, invitationToken);
    const answer = await registerAsClient(api, google, clientForm(invitationToken, validationId));
    expect(answer.data).toMatchObject({ user: { userId: user.userId } });
  });

  test("gets the same hint from GET auth/me for coaches; an unproven e-mail gets none", async () => {
    const { person } = await coach();
    const stranger = furtherOf(person.email);
    const me = async (claims: Readonly<Record<string, unknown>> = {}) =>
      api.call("GET", "/api/v1/auth/me", { token: await stranger.token(claims) });
    const answer = await me();
    expect(refusalOf(answer)).toBe("409 IDENTITY_NOT_LINKED");
    expect(answer.body).toMatchObject({
      nextRoute: "SIGN_IN_OTHER_WAY",
      signInWith: ["email-password"],
    });
    const unproven = await somebody(provider, person.email).token("COACH_MOBILE", {
      email_verified: false,
    });
    const unheld = await furtherOf().token();
    for (const [token, refusal] of [
      [unproven, "403 PROVIDER_NOT_ALLOWED"],
      [unheld, "403 REGISTRATION_REQUIRED"],
    ] as const) {
      const refused = await api.call("GET", "/api/v1/auth/me", { token });
      expect(refusalOf(refused)).toBe(refusal);
      expect(refused.body).not.toHaveProperty("signInWith");
    }
    const app = await somebody(provider, person.email).token("CLIENT_MOBILE", {
      email_verified: false,
    });
    const clientMe = await api.call("GET", "/api/v1/auth/client-me", { token: app });
    expect(clientMe.data).toMatchObject({ nextRoute: "INVITE_REQUIRED", signInWith: [] });
  });
});

describe("Linking a sign-in", () => {
  test("gives the same answer when repeated, and links once for ten simultaneous requests", async () => {
    const { token, userId } = await coach();
    const further = await furtherOf().token();
    const answers = await Promise.all(Array.from({ length: 10 }, () => link(token, further)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await em().count(AuthIdentity, { userId })).toBe(2);
    const events = await audited(userId);
    expect(events.filter(({ eventType }) => eventType === "IDENTITY_LINKED")).toHaveLength(1);
  });

  test("takes neither a sign-in nor a verified contact from another account", async () => {
    const [one, two] = [await coach(), await coach()];
    const theirs = await link(one.token, await two.person.token("COACH_MOBILE"));
    expect(refusalOf(theirs)).toBe("409 IDENTITY_IN_USE");
    const theirContact = await link(one.token, await furtherOf(two.person.email).token());
    expect(refusalOf(theirContact)).toBe("409 IDENTITY_IN_USE");
    expect(await list(one.token)).toHaveLength(1);
    const user = await em().findOneOrFail(User, one.userId);
    expect(user.primaryEmail).toBe(one.person.email);
  });

  test("sends one mail, and so does unlinking it", async () => {
    const { token, userId, google } = await linkedCoach();
    await link(token, await furtherOf().token());
    expect((await unlink(token, google)).status).toBe(200);
    const events = await em().find(OutboxRow, { subjectId: userId, consumer: "mail" });
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "SignInLinked",
      "SignInLinked",
      "SignInUnlinked",
    ]);
  });

  test("succeeds for only one of two accounts that link the same sign-in at once", async () => {
    const [one, two] = [await coach(), await coach()];
    const further = await furtherOf().token();
    const answers = await Promise.all([link(one.token, further), link(two.token, further)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test.each([
    ["a proof older than five minutes", { auth_time: epoch(FIVE_MINUTES + 20) }, "not_fresh"],
    ["a proof without its instant, however new the token", { auth_time: undefined }, "not_fresh"],
    ["a proof from the future", { auth_time: epoch(-60) }, "not_fresh"],
    ["a token of another audience", { aud: "another-api" }, "invalid_token"],
    ["an expired token", { exp: epoch(60) }, "invalid_token"],
  ])("refuses %s and audits the refusal", async (_name, claims, code) => {
    const { token, userId } = await coach();
    const answer = await link(token, await furtherOf().token(claims));
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body["errors"]).toEqual([
      expect.objectContaining({ pointer: "/accessToken", code }),
    ]);
    expect((await audited(userId)).at(-1)).toMatchObject({
      eventType: "IDENTITY_REFUSED",
      metadata: { code },
    });
    expect(await list(token)).toHaveLength(1);
  });

  test("refuses a provider that does not allow a login to start with it", async () => {
    const { token, userId } = await coach();
    for (const claims of [
      { identity_provider: "telegram", phone_number: "+391234567890", phone_number_verified: true },
      { identity_provider: "somebody-elses" },
    ]) {
      const answer = await link(token, await furtherOf().token(claims));
      expect(refusalOf(answer)).toBe("403 PROVIDER_NOT_ALLOWED");
    }
    expect(await em().count(AuthIdentity, { userId })).toBe(1);
  });

  test("requires a recent login", async () => {
    const { person, first } = await linkedCoach();
    for (const auth_time of [epoch(FIVE_MINUTES + 20), undefined]) {
      const token = await person.token("COACH_MOBILE", { auth_time });
      const answers = [await link(token, await furtherOf().token()), await unlink(token, first)];
      for (const answer of answers) {
        expect(refusalOf(answer)).toBe("401 UNAUTHENTICATED");
        expect(answer.headers.get("WWW-Authenticate")).toBe(
          challengeWith('error="insufficient_user_authentication"', 'max_age="300"'),
        );
      }
    }
  });

  test("refuses a missing, malformed or extra field", async () => {
    const { token } = await coach();
    const bodies = [{}, { accessToken: "" }, { accessToken: 1 }, { accessToken: "x", userId: "y" }];
    for (const body of bodies) {
      expect(refusalOf(await api.call("POST", PATH, { token, body }))).toBe(
        "400 VALIDATION_FAILED",
      );
    }
    expect(refusalOf(await link(token, "a b"))).toBe("400 VALIDATION_FAILED");
  });

  test("is rate-limited after ten failures within a quarter of an hour", async () => {
    const { token, person } = await coach();
    for (let tries = 0; tries < 10; tries += 1) await link(token, "no-token");
    const answer = await link(token, await furtherOf(person.email).token());
    expect(refusalOf(answer)).toBe("429 RATE_LIMITED");
    expect(await list(token)).toHaveLength(1);
  });
});

describe("Unlinking a sign-in", () => {
  test("ends and publishes all its sessions and leaves the others open", async () => {
    const { token, furtherToken, userId, google } = await linkedCoach();
    await list(furtherToken);
    const session = await em().findOneOrFail(AppSession, { identityId: google });
    const answer = await unlink(token, google);
    expect(answer.data).toMatchObject({ identityId: google, endedSessions: 1 });
    expect(refusalOf(await api.call("GET", PATH, { token: furtherToken }))).toBe(
      "403 REGISTRATION_REQUIRED",
    );
    expect((await list(token)).map(({ identityId }) => identityId)).not.toContain(google);
    const events = await em().find(OutboxRow, { subjectId: session.id, type: "SessionRevoked" });
    expect(events.map(({ consumer }) => consumer)).toContain("event-feed");
    expect((await audited(userId)).at(-1)).toMatchObject({
      eventType: "IDENTITY_UNLINKED",
      metadata: { identityId: google, endedSessions: "1" },
    });
  });

  test("works for the sign-in of the request and ends its session", async () => {
    const { token, furtherToken, first } = await linkedCoach();
    expect((await unlink(token, first)).status).toBe(200);
    expect(refusalOf(await api.call("GET", PATH, { token }))).toBe("403 REGISTRATION_REQUIRED");
    expect(await list(furtherToken)).toHaveLength(1);
  });

  test("refuses to remove the last verified one, however many unverified ones exist", async () => {
    const { token, google } = await linkedCoach();
    // Its provider no longer vouches for the address.
    await em().nativeUpdate(AuthIdentity, { id: google }, { emailVerified: false });
    const [verified, other] = await list(token);
    expect(refusalOf(await unlink(token, verified?.identityId ?? ""))).toBe("409 LAST_IDENTITY");
    expect((await unlink(token, other?.identityId ?? "")).status).toBe(200);
    expect(refusalOf(await unlink(token, verified?.identityId ?? ""))).toBe("409 LAST_IDENTITY");
  });

  test("refuses one of two simultaneous requests that would leave none", async () => {
    const { token, furtherToken, first, google } = await linkedCoach();
    const answers = await Promise.all([unlink(token, google), unlink(furtherToken, first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const tokens = answers[0]?.status === 200 ? token : furtherToken;
    expect(await list(tokens)).toHaveLength(1);
  });

  test("answers a foreign identity like an unknown one", async () => {
    const [one, two] = [await linkedCoach(), await linkedCoach()];
    const foreign = await unlink(one.token, two.google);
    const unknown = await unlink(one.token, randomUUID());
    expect([refusalOf(foreign), refusalOf(unknown)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
    expect(refusalOf(await unlink(one.token, "no-id"))).toBe("400 VALIDATION_FAILED");
    expect(await list(two.token)).toHaveLength(2);
  });

  test("frees the sign-in for linking, and a repeated request finds nothing", async () => {
    const { token, furtherToken, google } = await linkedCoach();
    await unlink(token, google);
    expect(refusalOf(await unlink(token, google))).toBe("404 NOT_FOUND");
    const other = await coach();
    // Its verified address still belongs to the first account, so it cannot be linked elsewhere.
    expect(refusalOf(await link(other.token, furtherToken))).toBe("409 IDENTITY_IN_USE");
    expect((await link(token, furtherToken)).status).toBe(200);
  });
});

/** Another sign-in of the same person: another provider, another subject. */
function furtherOf(email: string = `${randomUUID()}@example.com`) {
  const person = somebody(provider, email);
  const token = (claims: Readonly<Record<string, unknown>> = {}) =>
    person.token("COACH_MOBILE", { identity_provider: "google", ...claims });
  return { ...person, token };
}

async function link(token: string, further: string) {
  return api.call("POST", PATH, { token, body: { accessToken: further } });
}

async function list(token: string) {
  return identityListSchema.parse((await api.call("GET", PATH, { token })).data).items;
}

function unlink(token: string, identityId: string) {
  return api.call("DELETE", `${PATH}/${identityId}`, { token });
}

async function linkedCoach() {
  const { person, token, userId } = await coach();
  const further = furtherOf(person.email);
  const furtherToken = await further.token();
  expect((await link(token, furtherToken)).status).toBe(200);
  const items = await list(token);
  const idOf = (name: string) => items.find((item) => item.provider === name)?.identityId ?? "";
  return {
    person,
    token,
    userId,
    furtherToken,
    first: idOf("email-password"),
    google: idOf("google"),
  };
}

function audited(userId: string) {
  return em().find(AuthAuditEvent, { userId }, { orderBy: { id: "asc" } });
}
