import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { lockAccountState } from "../../activities/accounts/lock-account-state.ts";
import { openAppSession } from "../../activities/accounts/sessions/open-app-session.ts";
import { changeProvider } from "../../activities/providers/change-provider.ts";
import { explainProvider } from "../../activities/providers/list-explained-providers.ts";
import { lockLogin } from "../../activities/providers/lock-login.ts";
import { retainProviderRecords } from "../../activities/providers/retain-provider-records.ts";
import { reviewProviderSessions } from "../../activities/providers/review-provider-sessions.ts";
import { registerDevice } from "../../activities/sync/devices/register-device.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { AuthProviderOverride } from "../../db/providers/auth-provider-override.ts";
import { AuthProviderSessionReview } from "../../db/providers/auth-provider-session-review.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { Device } from "../../db/sync/device.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach, buildIdentity } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const { sources } = TEST_PROVIDERS;

const identity = {
  provider: "email-password",
  surface: "WEB",
  email: "admin@example.com",
  emailVerified: true,
  phone: null,
  phoneVerified: false,
  displayName: null,
} as const;
const DISABLE = { status: "DISABLED" as const };

const statusOf = async (id: string) => (await em.fork().findOneOrFail(Device, id)).status;

const reviewOf = (id: string) => em.fork().findOneOrFail(AuthProviderSessionReview, id);

beforeEach(async () => {
  await em.fork().nativeDelete(AuthProviderOverride, {});
  await em.fork().nativeUpdate(AppSession, { revokedAt: null }, { revokedAt: new Date() });
});

describe("a security disable", () => {
  test("ends the provider's sessions with their devices, and notifies actors and the event feed", async () => {
    const [google, apple] = [await signedInBy("google"), await signedInBy("apple")];
    const reviewId = await order();
    expect(await run(reviewId)).toBe(1);
    expect([await isOpen(google.appSessionId), await isOpen(apple.appSessionId)]).toEqual([
      false,
      true,
    ]);
    expect([await statusOf(google.deviceId), await statusOf(apple.deviceId)]).toEqual([
      "REVOKED",
      "ACTIVE",
    ]);
    const { deviceId } = google;
    expect(await em.fork().findOneOrFail(PurgeOrder, { deviceId })).toMatchObject({
      scope: "ALL",
      trigger: "PERMISSION_REVOCATION",
    });
    expect(await eventsOf("SessionRevoked", google.appSessionId)).toMatchObject([
      { refs: { userId: google.userId, reason: "PROVIDER_DISABLED" } },
    ]);
    const device = await eventsOf("DeviceRevoked", google.deviceId);
    expect(new Map(device.map(({ consumer, key }) => [consumer, key]))).toEqual(
      new Map([
        ["device-actor", deviceActorId(google.deviceId)],
        ["event-feed", google.deviceId],
      ]),
    );
    expect(await eventsOf("AuthDeviceRevoked", google.deviceId)).toHaveLength(1);
    const line = { userId: google.userId, provider: "google", eventType: "SESSION_REVOKED" };
    expect((await em.fork().findOneOrFail(AuthAuditEvent, line)).metadata).toEqual({
      appSessionId: google.appSessionId,
      reason: "PROVIDER_DISABLED",
      auditEventId: reviewId,
    });
    const { userId } = google;
    expect(await em.fork().count(AuthIdentity, { userId, unlinkedAt: null })).toBe(1);
  });

  test("is reviewed: the sessions it ended and those left over appear at the provider", async () => {
    const google = await signedInBy("google");
    const { open } = await newcomer("apple");
    const elsewhere = await transact(em, (tx) => open(tx));
    // A session of the same person through another provider.
    await em.fork().nativeUpdate(AppSession, elsewhere, { userId: google.userId });
    const reviewId = await order();
    const before = await explainProvider(em.fork(), sources, "google");
    expect(before.review).toMatchObject({ leftSessionCount: null, reviewedAt: null });
    await run(reviewId);
    const { review } = await explainProvider(em.fork(), sources, "google");
    expect(review).toEqual({
      auditEventId: reviewId,
      endedSessionCount: 1,
      revokedDeviceCount: 1,
      leftSessionCount: 1,
      openedAt: expect.any(String),
      reviewedAt: expect.any(String),
    });
    const events = { type: "AuthProviderSessionsReviewed", subjectId: reviewId } as const;
    expect(await em.fork().find(OutboxRow, events)).toMatchObject([
      { refs: { providerKey: "google", endedCount: 1, deviceCount: 1, leftCount: 1 } },
    ]);
    const opened = { type: "AuthProviderSessionReviewOpened", subjectId: reviewId } as const;
    expect(
      (await em.fork().find(OutboxRow, opened)).map(({ consumer }) => consumer).toSorted(),
    ).toEqual(["event-feed", "session-review"]);
  });

  test("ends many sessions slice by slice, by request and outbox at once, each session once", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signedInBy("google")));
    const reviewId = await order();
    await Promise.all([run(reviewId, 2), run(reviewId, 3)]);
    expect(await run(reviewId)).toBe(12);
    expect(await reviewOf(reviewId)).toMatchObject({
      endedCount: 12,
      deviceCount: 12,
      leftCount: 0,
    });
    for (const { appSessionId, deviceId } of people) {
      expect(await eventsOf("SessionRevoked", appSessionId)).toHaveLength(1);
      expect(await eventsOf("AuthDeviceRevoked", deviceId)).toHaveLength(1);
    }
    const closed = { type: "AuthProviderSessionsReviewed", subjectId: reviewId } as const;
    expect(await em.fork().count(OutboxRow, closed)).toBe(1);
  });

  test("that is repeated has nothing left to end", async () => {
    await signedInBy("google");
    expect(await run(await order())).toBe(1);
    expect(await run(await order())).toBe(0);
  });

  test("is kept 30 days", async () => {
    const reviewId = await order("apple");
    await moveClock(ownerUrl, 31 * 86_400);
    await retainProviderRecords(em);
    await moveClock(ownerUrl, 0);
    expect(await em.fork().count(AuthProviderSessionReview, { id: reviewId })).toBe(0);
  });
});

describe("a security disable that races", () => {
  test("with a login ends the session that it began", async () => {
    const { open } = await newcomer();
    const [locks, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const login = transact(em, async (tx) => {
      expect(await lockLogin(tx, { provider: "google", providerRevision: 0 })).toBe(true);
      locks.resolve();
      const id = await open(tx);
      await locked.promise;
      return id;
    });
    await Promise.race([locks.promise, login]);
    const disable = order();
    const first = await Promise.race([
      disable,
      new Promise((end) => setTimeout(end, 200, "waits")),
    ]);
    expect(first).toBe("waits");
    locked.resolve();
    const [appSessionId, reviewId] = await Promise.all([login, disable]);
    expect(await run(reviewId)).toBe(1);
    expect(await isOpen(appSessionId)).toBe(false);
  });

  test("with a registration of a device revokes the device too", async () => {
    const { userId, open } = await newcomer();
    const appSessionId = await transact(em, (tx) => open(tx));
    const reviewId = await order();
    let deviceId = "";
    const locked = Promise.withResolvers<void>();
    const registration = transact(em, async (tx) => {
      const key = { userId, appSessionId, workspaceId: null };
      await lockAccountState(tx, { ...key, changesWorkspace: false });
      deviceId = await withDevice(tx, userId, appSessionId);
      await locked.promise;
    });
    await eventually(
      async () => deviceId,
      (id) => id !== "",
    );
    const reviewed = run(reviewId);
    locked.resolve();
    await Promise.all([registration, reviewed]);
    expect(await statusOf(deviceId)).toBe("REVOKED");
  });

  test("with a new login of an internal tester leaves that login alone", async () => {
    const { open } = await newcomer();
    const reviewId = await order();
    const later = await transact(em, (tx) => open(tx));
    expect(await run(reviewId)).toBe(0);
    expect(await isOpen(later)).toBe(true);
  });
});

/** A security disable as the route orders it, before its sessions are ended. */
async function order(providerKey = "google"): Promise<string> {
  const who = { actor: "an-admin", requestId: "r-1", identity, reason: "stolen keys" };
  const amendment = { ...who, providerKey, patch: DISABLE, revokeSessions: true };
  const { reviewId } = await transact(em, (tx) => changeProvider(tx, sources, amendment));
  if (reviewId === null) throw new Error("No review was ordered.");
  return reviewId;
}

function run(reviewId: string, slice?: number) {
  return reviewProviderSessions(
    em,
    {
      reviewId,
      requestId: "r-1",
      ...(slice !== undefined && { slice }),
    },
    hooks.sessions,
  );
}

async function newcomer(provider = "google") {
  const { userId, identity: signIn } = await buildCoach(em, buildIdentity({ provider }));
  const { id: identityId } = await em.fork().findOneOrFail(AuthIdentity, { userId });
  const open = (tx: Tx, providerSessionId: string = randomUUID()) => {
    const lastSeen = {
      userId,
      roles: ["COACH" as const],
      identityId,
      ipHash: "home",
      network: null,
      requestId: "r-2",
    };
    return openAppSession(tx, { ...lastSeen, identity: { ...signIn, providerSessionId } });
  };
  return { userId, open };
}

async function withDevice(tx: Tx, userId: string, appSessionId: string): Promise<string> {
  const app = { appSurface: "COACH_MOBILE", appVersion: "1.0.0", buildNumber: 1 } as const;
  const phone = { installationId: randomUUID(), platform: "IOS", osVersion: "19.1" } as const;
  const registration = { ...app, ...phone };
  const device = await registerDevice(tx, {
    userId,
    appSessionId,
    registration,
    requestId: "r-2",
    secretHashOf: (id) => id,
  });
  return device.deviceId;
}

/** A person with a session, and a device of that session. */
async function signedInBy(provider: string) {
  const { userId, open } = await newcomer(provider);
  const appSessionId = await transact(em, (tx) => open(tx));
  const deviceId = await transact(em, (tx) => withDevice(tx, userId, appSessionId));
  return { userId, appSessionId, deviceId };
}

async function isOpen(id: string) {
  return (await em.fork().findOneOrFail(AppSession, id)).revokedAt === null;
}

function eventsOf(
  type: "SessionRevoked" | "DeviceRevoked" | "AuthDeviceRevoked",
  subjectId: string,
) {
  return em.fork().find(OutboxRow, { type, subjectId });
}
