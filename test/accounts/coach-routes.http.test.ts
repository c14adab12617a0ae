import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { relationshipPageSchema } from "../../contract/relationships/schema.ts";
import {
  coachMeSchema,
  coachRegistrationAnswerSchema,
} from "../../contract/workspaces/coach-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { TermsAcceptance } from "../../db/accounts/terms-acceptance.ts";
import {
  registrationForm,
  setRelationshipStatus,
  suspendUser,
} from "../factories/accounts/identity.ts";
import {
  type Person,
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { useApi } from "../harness/use-api.ts";

const REGISTRATION = "/api/v1/auth/coach-registration";
const ME = "/api/v1/auth/me";

const { api, issuer } = await useApi();

const form = () => ({ ...registrationForm(), workspaceName: "Strong & Fit" });

const em = () => api.deps.database.em.fork();

describe("POST /auth/coach-registration", () => {
  test("creates a coach with a workspace and does not expose the slug", async () => {
    const person = somebody(issuer);
    const answer = await register(person);
    expect(answer.status).toBe(200);
    expect(coachRegistrationAnswerSchema.parse(answer.data)).toMatchObject({
      user: { primaryEmail: person.email, primaryPhone: null, status: "ACTIVE" },
      coachProfile: { publicHandle: null, timezone: "Europe/Berlin", locale: "en" },
      workspace: { name: "Strong & Fit", status: "ACTIVE", role: "OWNER" },
      roles: ["COACH"],
      onboardingStatus: "NOT_STARTED",
    });
    expect(answer.text).not.toContain("slug");
  });

  test("returns the first answer to a repeated registration whatever its body, also on the web", async () => {
    const person = somebody(issuer);
    const first = await register(person);
    const again = await register(person, { ...form(), displayName: "Somebody Else" });
    const token = await person.token("WEB");
    const onTheWeb = await api.call("POST", REGISTRATION, { token, body: form() });
    for (const answer of [again, onTheWeb]) {
      expect(answer.status).toBe(200);
      expect(answer.data).toEqual(first.data);
    }
  });

  test("names the workspace after the coach when no name is given", async () => {
    const answer = await register(somebody(issuer), registrationForm());
    expect(answer.data).toMatchObject({ workspace: { name: "Ana Silva" } });
  });

  test("stores the address and the user agent only as keyed hashes", async () => {
    const answer = await register(somebody(issuer));
    const { user } = coachRegistrationAnswerSchema.parse(answer.data);
    const kept = await em().findOneOrFail(TermsAcceptance, { userId: user.userId });
    expect([kept.ipHash, kept.userAgentHash]).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)),
    );
  });

  test("refuses a caller without a token", async () => {
    const answer = await api.call("POST", REGISTRATION, { body: form() });
    expect(refusalOf(answer)).toBe("401 UNAUTHENTICATED");
    expect(answer.headers.get("WWW-Authenticate")).toContain("Bearer");
  });

  test.each([
    ["/displayName", { displayName: " " }],
    ["/displayName", { displayName: "a\u0000b" }],
    ["/timezone", { timezone: "Mars/Olympus" }],
    ["/timezone", { timezone: "ACT" }],
    ["/timezone", { timezone: "SystemV/AST4" }],
    ["/locale", { locale: "not a locale" }],
    ["/termsVersion", { termsVersion: 1 }],
    ["/workspaceName", { workspaceName: "x".repeat(101) }],
    // A person cannot state their own identity or roles.
    ["/roles", { roles: ["admin"] }],
    ["/email", { email: "somebody-else@example.com" }],
    ["/userId", { userId: randomUUID() }],
  ])("names %s as the malformed field", async (pointer, changes) => {
    const answer = await register(somebody(issuer), { ...form(), ...changes });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer }]);
  });

  test("accepts only the legal versions in force; a registered coach gets the first answer whatever they send", async () => {
    const person = somebody(issuer);
    const former = { ...form(), termsVersion: "2001-01" };
    const refused = await register(person, former);
    expect(refusalOf(refused)).toBe("409 STATE_CONFLICT");
    expect(refused.body["errors"]).toMatchObject([
      { pointer: "/termsVersion", code: "not_in_force" },
    ]);
    const first = await register(person);
    expect((await register(person, former)).data).toEqual(first.data);
  });

  test("refuses an unverified sign-in and audits the attempt", async () => {
    const token = await somebody(issuer).token("COACH_MOBILE", { email_verified: false });
    const answer = await api.call("POST", REGISTRATION, { token, body: form() });
    expect(refusalOf(answer)).toBe("403 COACH_IDENTITY_NOT_VERIFIED");
    const metadata = { code: "COACH_IDENTITY_NOT_VERIFIED" };
    const where = { eventType: "REGISTRATION_REFUSED", metadata };
    expect(await em().count(AuthAuditEvent, where)).toBe(1);
  });

  test("requires another sign-in with the same verified e-mail to be linked first", async () => {
    const person = somebody(issuer);
    await register(person);
    const answer = await register(somebody(issuer, person.email));
    expect(refusalOf(answer)).toBe("409 IDENTITY_NOT_LINKED");
  });

  test("refuses the client app", async () => {
    const token = await somebody(issuer).token("CLIENT_MOBILE");
    const answer = await api.call("POST", REGISTRATION, { token, body: form() });
    expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
  });

  test("refuses a client", async () => {
    const client = somebody(issuer);
    await registeredClient(api, await registeredCoach(api, somebody(issuer)), client);
    expect(refusalOf(await register(client))).toBe("409 STATE_CONFLICT");
  });

  test("refuses a suspended coach", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    await suspendUser(em(), coach.userId);
    expect(refusalOf(await register(coach.person))).toBe("403 USER_SUSPENDED");
  });
});

describe("GET /auth/me", () => {
  test("shows the account, the workspace, roles and permissions", async () => {
    const { token, userId, workspaceId } = await registeredCoach(api, somebody(issuer));
    const answer = await api.call("GET", ME, { token });
    expect(coachMeSchema.parse(answer.data)).toMatchObject({
      user: { userId },
      workspace: { workspaceId, role: "OWNER" },
      workspaces: [{ workspaceId }],
      roles: ["COACH"],
      permissions: expect.arrayContaining(["workspace.manage", "invitations.manage"]),
      featureFlags: {},
      termsAcceptanceRequired: false,
    });
  });

  test("refuses a caller without a token or an account, a client, and a suspended coach", async () => {
    expect(refusalOf(await api.call("GET", ME))).toBe("401 UNAUTHENTICATED");
    const nobody = await somebody(issuer).token("WEB");
    expect(refusalOf(await api.call("GET", ME, { token: nobody }))).toBe(
      "403 REGISTRATION_REQUIRED",
    );
    const coach = await registeredCoach(api, somebody(issuer));
    const client = somebody(issuer);
    await registeredClient(api, coach, client);
    for (const app of ["WEB", "CLIENT_MOBILE"] as const) {
      const answer = await api.call("GET", ME, { token: await client.token(app) });
      expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
    }
    await suspendUser(em(), coach.userId);
    expect(refusalOf(await api.call("GET", ME, { token: coach.token }))).toBe("403 USER_SUSPENDED");
  });

  test("refuses query parameters", async () => {
    const { token } = await registeredCoach(api, somebody(issuer));
    expect((await api.call("GET", `${ME}?x=1`, { token })).status).toBe(400);
  });
});

describe("GET /workspaces/{workspaceId}/relationships", () => {
  let coach: RegisteredCoach;
  const clients: { userId: string; relationshipId: string }[] = [];
  const list = (query = "", token = coach.token) =>
    api.call("GET", `/api/v1/workspaces/${coach.workspaceId}/relationships${query}`, { token });

  beforeAll(async () => {
    coach = await registeredCoach(api, somebody(issuer));
    for (let i = 0; i < 3; i += 1) {
      const { user, relationship } = await registeredClient(api, coach, somebody(issuer));
      clients.unshift({ userId: user.userId, relationshipId: relationship.relationshipId });
    }
  });

  test("lists the clients of the workspace with their status, newest first", async () => {
    const { items, nextCursor } = relationshipPageSchema.parse((await list()).data);
    expect(items.map((item) => item.clientUserId)).toEqual(clients.map(({ userId }) => userId));
    expect(items[0]).toMatchObject({
      clientDisplayName: "Ana Silva",
      coachUserId: coach.userId,
      status: "ONBOARDING",
      endedAt: null,
    });
    expect(nextCursor).toBeNull();
  });

  test("continues from a cursor, and refuses a cursor of another list", async () => {
    const first = relationshipPageSchema.parse((await list("?limit=2")).data);
    expect(first.items).toHaveLength(2);
    const cursor = `cursor=${first.nextCursor}`;
    const second = relationshipPageSchema.parse((await list(`?limit=2&${cursor}`)).data);
    expect(second.items.map((item) => item.clientUserId)).toEqual([clients[2]?.userId]);
    expect(refusalOf(await list(`?status=ACTIVE&${cursor}`))).toBe("400 CURSOR_INVALID");
    expect(refusalOf(await list("?cursor=1.x.y"))).toBe("400 CURSOR_INVALID");
  });

  test("filters by status", async () => {
    await setRelationshipStatus(em(), clients[0]?.relationshipId ?? "", "PAUSED");
    const { items } = relationshipPageSchema.parse((await list("?status=PAUSED")).data);
    expect(items.map((item) => item.relationshipId)).toEqual([clients[0]?.relationshipId]);
    expect(refusalOf(await list("?status=GONE"))).toBe("400 VALIDATION_FAILED");
  });

  test("refuses callers without a token, strangers, and the client app", async () => {
    const answer = await api.call("GET", `/api/v1/workspaces/${coach.workspaceId}/relationships`);
    expect(refusalOf(answer)).toBe("401 UNAUTHENTICATED");
    const stranger = await registeredCoach(api, somebody(issuer));
    expect(refusalOf(await list("", stranger.token))).toBe("404 NOT_FOUND");
    const asClient = await coach.person.token("CLIENT_MOBILE");
    expect(refusalOf(await list("", asClient))).toBe("403 APP_ROLE_MISMATCH");
  });
});

async function register(person: Person, body: unknown = form()) {
  return api.call("POST", REGISTRATION, { token: await person.token("COACH_MOBILE"), body });
}
