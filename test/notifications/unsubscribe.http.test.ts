import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import { NotificationPreference } from "../../db/notifications/notification-preference.ts";
import {
  unsubscribeUrl,
  type Unsubscription,
} from "../../rules/notifications/unsubscribe-token.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { startApi } from "../harness/api.ts";

const api = await startApi();
afterAll(() => api.close());

const em = () => api.deps.database.em.fork();

test("one click on unsubscribe mutes the category once, however often it is sent (RFC 8058)", async () => {
  const { userId } = await buildCoach(em());
  const url = await linkOf({ userId, category: "INBOX_DIGEST" });
  expect(await post(url)).toBe(200);
  expect(await Promise.all([post(url), post(url), post(url)])).toEqual([200, 200, 200]);
  expect(await mutedOf(userId)).toEqual(["INBOX_DIGEST"]);
});

test("unsubscribing keeps earlier preferences", async () => {
  const { userId } = await buildCoach(em());
  await em().insert(NotificationPreference, {
    userId,
    mutedCategories: ["COACH_TASK_HIGH"],
    pushEnabled: false,
    mailEnabled: true,
    quietFromMinute: null,
    quietUntilMinute: null,
    updatedAt: new Date(),
  });
  expect(await post(await linkOf({ userId, category: "INBOX_DIGEST" }))).toBe(200);
  const kept = await em().findOneOrFail(NotificationPreference, { userId });
  expect(kept).toMatchObject({ pushEnabled: false, quietFromMinute: null });
  expect(kept.mutedCategories).toEqual(["COACH_TASK_HIGH", "INBOX_DIGEST"]);
});

test("an unsubscribe link changes nothing for another person, an unknown person, another category or another body", async () => {
  const [one, other] = [await buildCoach(em()), await buildCoach(em())];
  const url = new URL(await linkOf({ userId: one.userId, category: "INBOX_DIGEST" }));
  const { userId } = other;
  const foreign = new URL(url);
  foreign.searchParams.set("userId", userId);
  expect(await post(foreign.href)).toBe(404);
  const nobody = randomUUID();
  expect(await post(await linkOf({ userId: nobody, category: "INBOX_DIGEST" }))).toBe(200);
  expect(await mutedOf(nobody)).toBeUndefined();
  expect(await post(await linkOf({ userId, category: "COACH_TASK_URGENT" }))).toBe(400);
  expect(await post(await linkOf({ userId, category: "INBOX_DIGEST" }), "x=1")).toBe(400);
  expect((await fetch(url, { method: "GET" })).status).toBe(405);
  expect([await mutedOf(one.userId), await mutedOf(userId)]).toEqual([undefined, undefined]);
});

function linkOf(left: Unsubscription) {
  return unsubscribeUrl({ key: api.deps.keys.invitation, publicUrl: api.url }, left);
}

async function post(url: string, body = "List-Unsubscribe=One-Click") {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { status } = await fetch(url, { method: "POST", headers, body });
  return status;
}

async function mutedOf(userId: string) {
  return (await em().findOne(NotificationPreference, { userId }))?.mutedCategories;
}
