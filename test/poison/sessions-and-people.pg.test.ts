import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import { openAppSession } from "../../activities/accounts/sessions/open-app-session.ts";
import { eraseAgain } from "../../activities/privacy/erase-again.ts";
import { renewGraces } from "../../activities/privacy/renew-graces.ts";
import { changeProvider } from "../../activities/providers/change-provider.ts";
import { reviewProviderSessions } from "../../activities/providers/review-provider-sessions.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { AuthProviderSessionReview } from "../../db/providers/auth-provider-session-review.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildCoach, buildIdentity } from "../factories/accounts/identity.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());

test("a session that cannot be ended does not delay the others, its review stays open, and a second run ends it", async () => {
  for (let count = 0; count < 5; count += 1) await signedIn();
  const identity = {
    provider: "email-password",
    surface: "WEB",
    email: "admin@example.com",
    emailVerified: true,
    phone: null,
    phoneVerified: false,
    displayName: null,
  } as const;
  const patch = { status: "DISABLED" as const };
  const disable = { actor: "an-admin", requestId: "test", identity, reason: "stolen keys", patch };
  const { reviewId } = await transact(em, (tx) =>
    changeProvider(tx, TEST_PROVIDERS.sources, {
      ...disable,
      providerKey: "google",
      revokeSessions: true,
    }),
  );
  if (reviewId === null) throw new Error("No review was ordered.");
  const run = () =>
    reviewProviderSessions(em, { reviewId, requestId: "test", slice: 4 }, hooks.sessions);
  const open = () => em.fork().count(AppSession, { revokedAt: null });
  const review = () => em.fork().findOneOrFail(AuthProviderSessionReview, reviewId);
  await poison.plant("app_session");
  await expect(run()).rejects.toMatchObject({ code: "23000" });
  expect(await open()).toBe(1);
  expect(await review()).toMatchObject({ endedCount: 4, reviewedAt: null });
  await poison.remove();
  expect(await run()).toBe(5);
  expect(await open()).toBe(0);
  expect((await review()).reviewedAt).not.toBeNull();
});

test("a person who cannot be erased again after a restore does not delay the others, is reported, and is erased once repaired", async () => {
  const people: string[] = [];
  for (let count = 0; count < 5; count += 1) people.push((await buildCoach(em)).userId);
  const marks = async function* () {
    yield* people;
  };
  const pending = () => em.fork().count(User, { status: "PENDING_DELETION" });
  await poison.plant("app_user");
  await expect(eraseAgain(em, marks())).rejects.toThrow(people[0]);
  expect(await pending()).toBe(4);
  await poison.remove();
  expect(await eraseAgain(em, marks())).toBe(1);
  expect(await pending()).toBe(5);
  const nobody = async function* () {};
  await poison.plant("app_user");
  await expect(renewGraces(em, nobody())).rejects.toBeInstanceOf(AggregateError);
  await poison.remove();
  expect(await renewGraces(em, nobody())).toBe(1);
});

async function signedIn(): Promise<void> {
  const { userId, identity } = await buildCoach(em, buildIdentity({ provider: "google" }));
  const { id: identityId } = await em.fork().findOneOrFail(AuthIdentity, { userId });
  const seen = { ipHash: "home", network: null, requestId: "test", roles: ["COACH" as const] };
  const providerSessionId = randomUUID();
  await transact(em, (tx) =>
    openAppSession(tx, {
      ...seen,
      userId,
      identityId,
      identity: { ...identity, providerSessionId },
    }),
  );
}
