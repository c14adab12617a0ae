import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "@jest/globals";
import { changeProvider } from "../../activities/providers/change-provider.ts";
import { invitationValidationSchema } from "../../contract/invitations/schema.ts";
import { lockInvitation } from "../../db/invitations/lock-invitation.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { AuthProviderOverride } from "../../db/providers/auth-provider-override.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import {
  clientForm,
  invitedBy,
  refusalOf,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const CLIENT = "/api/v1/auth/client-onboarding-registration";
const COACH = "/api/v1/auth/coach-registration";
const GOOGLE = "/api/v1/admin/auth/providers/google";
const google = { identity_provider: "google" };
const DISABLE = { status: "DISABLED", reason: "stolen keys", revokeSessions: true } as const;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
const coach = await registeredCoach(api, somebody(issuer));
afterEach(async () => {
  await em().nativeDelete(AuthProviderOverride, {});
  await api.deps.providers.refresh();
});
const em = () => api.deps.database.em.fork();

describe("a registration and the security disable of its provider", () => {
  test("a client who passed the guard is refused if the disable comes first", async () => {
    const { register } = await invitee();
    const disable = disableSlowly();
    await disable.locked;
    const registration = register();
    expect(await isSettled(registration)).toBe(false);
    await disable.commit();
    expect(refusalOf(await registration)).toBe("503 UNAVAILABLE");
    expect(await em().count(AuthIdentity, { provider: "google" })).toBe(0);
    // A retry meets the provider as it is now.
    expect(refusalOf(await register())).toBe("403 PROVIDER_NOT_ALLOWED");
  });

  test("a coach who passed the guard is refused if the disable comes first", async () => {
    const token = await somebody(issuer).token("COACH_MOBILE", google);
    const disable = disableSlowly();
    await disable.locked;
    const registration = api.call("POST", COACH, { token, body: registrationForm() });
    expect(await isSettled(registration)).toBe(false);
    await disable.commit();
    expect(refusalOf(await registration)).toBe("503 UNAVAILABLE");
    expect(await em().count(AuthIdentity, { provider: "google" })).toBe(0);
  });

  test("a disable that comes later ends the session that the registration opened", async () => {
    const { invitationId, token, register } = await invitee();
    const admin = await staffToken(issuer, "admin");
    const disable = () => api.call("PATCH", GOOGLE, { token: admin, body: DISABLE });
    const racing = await transact(api.deps.database.em, async (tx) => {
      await lockInvitation(tx, invitationId);
      const registration = register();
      expect(await isSettled(registration)).toBe(false);
      const disabling = disable();
      expect(await isSettled(disabling)).toBe(false);
      return { registration, disabling };
    });
    const [registered, disabled] = [await racing.registration, await racing.disabling];
    expect([registered.status, disabled.status]).toEqual([200, 200]);
    expect(disabled.data).toMatchObject({ revokedSessionCount: 1 });
    const me = await api.call("GET", "/api/v1/auth/client-me", { token });
    expect(refusalOf(me)).toBe("401 UNAUTHENTICATED");
  });

  test("a registration that has not seen a change of the display settings succeeds", async () => {
    await transact(api.deps.database.em, async (tx) => {
      tx.create(AuthProviderOverride, {
        providerKey: "google",
        settings: {},
        revision: 7,
        createdAt: new Date(),
        updatedAt: new Date(),
      });
      await tx.flush();
    });
    const token = await somebody(issuer).token("COACH_MOBILE", google);
    const answer = await api.call("POST", COACH, { token, body: registrationForm() });
    expect(answer.status).toBe(200);
  });
});

describe("a token of a provider that is not configured", () => {
  const eventsOf = () => em().find(OutboxRow, { type: "ProviderClaimsNormalizationFailed" });

  test("is refused, and recorded once per interval for each sign-in", async () => {
    const [first, second] = [somebody(issuer), somebody(issuer)];
    const visit = async (person: typeof first, path = "/api/v1/auth/me") => {
      const token = await person.token("COACH_MOBILE", { identity_provider: "myspace" });
      return refusalOf(await api.call("GET", path, { token }));
    };
    const tries = [visit(first), visit(first), visit(first, "/api/v1/client/devices")];
    expect(new Set(await Promise.all(tries))).toEqual(new Set(["403 PROVIDER_NOT_ALLOWED"]));
    const line = { eventType: "CLAIMS_REFUSED", provider: "myspace" } as const;
    expect(await em().find(AuthAuditEvent, line)).toMatchObject([
      {
        userId: null,
        actor: expect.stringMatching(/^identity:/),
        metadata: { claims: "identity_provider:UNKNOWN" },
      },
    ]);
    expect(await visit(second)).toBe("403 PROVIDER_NOT_ALLOWED");
    expect(await em().count(AuthAuditEvent, line)).toBe(2);
    expect((await eventsOf()).map(({ refs }) => refs)).toEqual([
      { providerKey: "myspace", claims: "identity_provider:UNKNOWN" },
      { providerKey: "myspace", claims: "identity_provider:UNKNOWN" },
    ]);
  });

  test("has its alias recorded only if it is a valid alias", async () => {
    const alias = "<b>Somebody</b> somewhere@example.com";
    const token = await somebody(issuer).token("WEB", { identity_provider: alias });
    const answer = await api.call("GET", "/api/v1/auth/me", { token });
    expect(refusalOf(answer)).toBe("403 PROVIDER_NOT_ALLOWED");
    const lines = await em().find(AuthAuditEvent, { provider: "unknown" });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify([lines, await eventsOf()])).not.toContain("somewhere");
  });
});

/** An invited person who signed in with Google and opened the invitation. */
async function invitee() {
  const person = somebody(issuer);
  const { invitationId, invitationToken } = await invitedBy(api, coach, person.email);
  const token = await person.token("CLIENT_MOBILE", google);
  const opened = await api.call("POST", "/api/v1/client-invitations/validate", {
    token,
    body: { invitationToken },
  });
  const { validationId } = invitationValidationSchema.parse(opened.data);
  const body = clientForm(invitationToken, validationId);
  return { invitationId, token, register: () => api.call("POST", CLIENT, { token, body }) };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), sleep(250, false)]);
}

/** Disables Google in a transaction that stays open until it is released. */
function disableSlowly() {
  const go = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const done = transact(api.deps.database.em, async (tx) => {
    const { reason, revokeSessions, ...patch } = DISABLE;
    await changeProvider(tx, api.deps.providerSources, {
      providerKey: "google",
      patch,
      reason,
      revokeSessions,
      actor: "an-admin",
      requestId: "r-1",
      identity: {
        provider: "email-password",
        surface: "WEB",
        email: null,
        emailVerified: false,
        phone: null,
        phoneVerified: false,
        displayName: null,
      },
    });
    locked.resolve();
    await go.promise;
  });
  const commit = async () => {
    go.resolve();
    await done;
  };
  return { locked: locked.promise, commit };
}
