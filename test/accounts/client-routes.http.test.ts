import { randomUUID } from "node:crypto";
import { CLIENT_PERMISSIONS } from "../../contract/relationships/vocabulary.ts";
import { LEGAL_VERSIONS } from "../../contract/accounts/vocabulary.ts";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  clientMeSchema,
  clientRegistrationAnswerSchema,
} from "../../contract/onboarding/client-account-schema.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { setRelationshipStatus, suspendUser } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type Person,
  clientForm,
  invitedBy,
  refusalOf,
  registerAsClient,
  registeredClient,
  registeredCoach,
  somebody,
  validatedFor,
} from "../factories/accounts/people.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const REGISTRATION = "/api/v1/auth/client-onboarding-registration";
const ME = "/api/v1/auth/client-me";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const coach = await registeredCoach(api, somebody(issuer));

// All tests call from one address; clear the limits so that no test counts another's attempts.
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();

describe("POST /auth/client-onboarding-registration", () => {
  test("creates a client with a relationship in onboarding", async () => {
    const { person, form } = await openedInvitation();
    const answer = await registerAsClient(api, person, form);
    expect(answer.status).toBe(200);
    expect(clientRegistrationAnswerSchema.parse(answer.data)).toMatchObject({
      user: { primaryEmail: person.email, status: "ACTIVE" },
      clientProfile: { displayName: "Ana Silva", timezone: "Europe/Berlin", locale: "en" },
      relationship: {
        workspaceId: coach.workspaceId,
        coachUserId: coach.userId,
        coachDisplayName: "Cora Coach",
        status: "ONBOARDING",
      },
      onboarding: {
        definitionKey: "CLIENT_INVITE_V1",
        definitionVersion: 2,
        workflowStatus: "IN_PROGRESS",
        task: { taskKey: "COACH_QUESTIONNAIRE", taskType: "QUESTIONNAIRE", status: "READY" },
        formAssignmentId: expect.any(String),
        skippable: true,
        blocks: { programs: false, nutrition: false },
      },
      roles: ["CLIENT"],
      nextRoute: "ONBOARDING_QUESTIONNAIRE",
      session: { clientApp: "CLIENT_MOBILE" },
    });
  });

  test("answers a repeated registration with what exists, even after the validation has expired", async () => {
    const { person, form } = await openedInvitation();
    const first = await registerAsClient(api, person, form);
    const again = await registerAsClient(api, person, form);
    expect(again.data).toEqual(first.data);
    await moveClock(api.database.ownerUrl, 3600);
    const late = await registerAsClient(api, person, { ...form, validationId: randomUUID() });
    const { relationship, session } = clientRegistrationAnswerSchema.parse(late.data);
    expect(first.data).toMatchObject({ relationship });
    expect(first.data).toMatchObject({ session: { sessionId: session.sessionId } });
  });

  test("creates one relationship for five simultaneous registrations and returns it to all of them", async () => {
    const { person, invitationId, form } = await openedInvitation();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => registerAsClient(api, person, form)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await em().count(Relationship, { invitationId })).toBe(1);
  });

  test("stores the app's device id as a keyed hash", async () => {
    const { person, form } = await openedInvitation();
    const deviceId = randomUUID();
    const { data } = await registerAsClient(api, person, { ...form, deviceId });
    const { session } = clientRegistrationAnswerSchema.parse(data);
    const kept = await em().findOneOrFail(AppSession, session.sessionId);
    expect(kept.deviceIdHash).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(kept.deviceIdHash).not.toContain(deviceId);
  });

  test("refuses the web, the coach app, and an app other than the token's", async () => {
    const { person, invitationId, form } = await openedInvitation();
    for (const app of ["WEB", "COACH_MOBILE"] as const) {
      const token = await person.token(app);
      const body = { ...form, clientApp: app };
      const answer = await api.call("POST", REGISTRATION, { token, body });
      expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
    }
    const lying = await registerAsClient(api, person, { ...form, clientApp: "COACH_MOBILE" });
    expect(refusalOf(lying)).toBe("403 APP_ROLE_MISMATCH");
    expect(await em().count(Invitation, { id: invitationId, status: "ACTIVE" })).toBe(1);
  });

  test("refuses a caller without a token", async () => {
    const { form } = await openedInvitation();
    const answer = await api.call("POST", REGISTRATION, { body: form });
    expect(refusalOf(answer)).toBe("401 UNAUTHENTICATED");
  });

  test.each([
    ["/validationId", { validationId: "x" }],
    ["/invitationToken", { invitationToken: "" }],
    ["/clientApp", { clientApp: "FRIDGE" }],
    ["/timezone", { timezone: "Berlin" }],
    ["/deviceId", { deviceId: "" }],
    ["/relationshipId", { relationshipId: randomUUID() }],
    ["/email", { email: "ana@example.com" }],
  ])("names %s as the malformed field", async (pointer, changes) => {
    const form = { ...clientForm("x", randomUUID()), ...changes };
    const answer = await registerAsClient(api, somebody(issuer), form);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer }]);
  });

  test("refuses a forwarded link to anyone but the invited person, who can still use it", async () => {
    const { person, invitationId, form } = await openedInvitation();
    const thief = await registerAsClient(api, somebody(issuer), form);
    expect(refusalOf(thief)).toBe("403 INVITATION_CONTACT_MISMATCH");
    const code = "INVITATION_CONTACT_MISMATCH";
    const metadata = { code, step: "REGISTRATION", invitationId };
    expect(await em().count(AuthAuditEvent, { eventType: "INVITATION_REFUSED", metadata })).toBe(1);
    expect((await registerAsClient(api, person, form)).status).toBe(200);
  });

  test("asks the client to open the invitation again when the validation has expired", async () => {
    const { person, form } = await openedInvitation();
    await moveClock(api.database.ownerUrl, 15 * 60);
    expect(refusalOf(await registerAsClient(api, person, form))).toBe("409 VALIDATION_EXPIRED");
  });

  test("refuses a consumed invitation to another sign-in with the same contact", async () => {
    const { person, form } = await openedInvitation();
    const twin = somebody(issuer, person.email);
    const validationId = await validatedFor(api, twin, form.invitationToken);
    await registerAsClient(api, person, form);
    const answer = await registerAsClient(api, twin, { ...form, validationId });
    expect(refusalOf(answer)).toBe("409 INVITATION_CONSUMED");
  });

  test("rate-limits a sign-in after its tenth failure", async () => {
    const person = somebody(issuer);
    for (let i = 0; i < 10; i += 1) {
      const form = clientForm(`${i}`, randomUUID());
      expect(refusalOf(await registerAsClient(api, person, form))).toBe("404 NOT_FOUND");
    }
    const answer = await registerAsClient(api, person, clientForm("last", randomUUID()));
    expect(refusalOf(answer)).toBe("429 RATE_LIMITED");
  });
});

describe("GET /auth/client-me", () => {
  const me = async (person: Person, app: "CLIENT_MOBILE" | "WEB" | "COACH_MOBILE") =>
    api.call("GET", ME, { token: await person.token(app) });

  test("shows the client and the relationship in the app and on the web", async () => {
    const { person, relationship, onboarding } = await registeredClient(
      api,
      coach,
      somebody(issuer),
    );
    for (const app of ["CLIENT_MOBILE", "WEB"] as const) {
      const answer = await me(person, app);
      expect(clientMeSchema.parse(answer.data)).toMatchObject({
        user: { primaryEmail: person.email },
        relationship,
        onboardingStatus: "IN_PROGRESS",
        pendingTasks: [onboarding.task, { taskType: "BASELINE", status: "READY", sortOrder: 2 }],
        nextRoute: "ONBOARDING_QUESTIONNAIRE",
        roles: ["CLIENT"],
        permissions: [...CLIENT_PERMISSIONS.ONBOARDING],
        termsAcceptanceRequired: false,
      });
    }
  });

  test("follows the relationship: it is shown while paused, and an ended one requires an invitation", async () => {
    const { person, relationship } = await registeredClient(api, coach, somebody(issuer));
    const { relationshipId } = relationship;
    await setRelationshipStatus(em(), relationshipId, "ACTIVE");
    expect((await me(person, "CLIENT_MOBILE")).data).toMatchObject({
      nextRoute: "ONBOARDING_QUESTIONNAIRE",
    });
    await setRelationshipStatus(em(), relationshipId, "PAUSED");
    expect((await me(person, "CLIENT_MOBILE")).data).toMatchObject({
      relationship: { relationshipId, status: "PAUSED" },
      formerRelationship: null,
      nextRoute: "TODAY",
      permissions: [...CLIENT_PERMISSIONS.PAUSED],
    });
    await setRelationshipStatus(em(), relationshipId, "ENDED");
    expect((await me(person, "CLIENT_MOBILE")).data).toMatchObject({
      user: { primaryEmail: person.email },
      relationship: null,
      // The client learns that the relationship ended, when, and with whom.
      formerRelationship: {
        relationshipId,
        workspaceName: relationship.workspaceName,
        coachDisplayName: "Cora Coach",
        endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      pendingTasks: [],
      permissions: [],
      nextRoute: "INVITE_REQUIRED",
    });
  });

  test("requires an invitation from a person who was never invited, and creates no account", async () => {
    const person = somebody(issuer);
    const first = await me(person, "CLIENT_MOBILE");
    expect(clientMeSchema.parse(first.data)).toEqual({
      user: null,
      clientProfile: null,
      relationship: null,
      formerRelationship: null,
      onboardingStatus: null,
      pendingTasks: [],
      nextRoute: "INVITE_REQUIRED",
      signInWith: [],
      waitingInvitation: null,
      roles: [],
      permissions: [],
      featureFlags: {},
      legalVersions: LEGAL_VERSIONS,
      termsAcceptanceRequired: false,
    });
    expect((await me(person, "WEB")).data).toEqual(first.data);
  });

  test("refuses a coach who is not a client, the coach app, and a suspended client", async () => {
    expect(refusalOf(await me(coach.person, "CLIENT_MOBILE"))).toBe("403 APP_ROLE_MISMATCH");
    const { person, user } = await registeredClient(api, coach, somebody(issuer));
    expect(refusalOf(await me(person, "COACH_MOBILE"))).toBe("403 APP_ROLE_MISMATCH");
    await suspendUser(em(), user.userId);
    expect(refusalOf(await me(person, "CLIENT_MOBILE"))).toBe("403 USER_SUSPENDED");
  });

  test("refuses a caller without a token and an unknown query parameter", async () => {
    expect(refusalOf(await api.call("GET", ME))).toBe("401 UNAUTHENTICATED");
    const token = await somebody(issuer).token("CLIENT_MOBILE");
    const answer = await api.call("GET", `${ME}?invitationToken=x`, { token });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });
});

/** An invited person who has opened the invitation, and the form they are about to send. */
async function openedInvitation(person: Person = somebody(issuer)) {
  const { invitationId, invitationToken } = await invitedBy(api, coach, person.email);
  const validationId = await validatedFor(api, person, invitationToken);
  return { person, invitationId, form: clientForm(invitationToken, validationId) };
}
