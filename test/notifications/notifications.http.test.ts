import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { decideNotification } from "../../activities/notifications/decide-notification.ts";
import {
  notificationExplanationSchema,
  notificationPageSchema,
} from "../../contract/notifications/schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { refusalOf, somebody } from "../factories/accounts/people.ts";
import { buildSignedInPair, type SignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { useApi } from "../harness/use-api.ts";

const CLIENT = "/api/v1/client/notifications";
const COACH = "/api/v1/coach/notifications";
const NOON = new Date("2026-05-04T10:00:00Z");

const { api, issuer } = await useApi();
let pair: SignedInPair;
beforeEach(async () => {
  pair = await buildSignedInPair(em(), issuer);
});
const em = () => api.deps.database.em.fork();

describe("the list of a person's notifications", () => {
  test("shows each with its reason, newest first and page by page", async () => {
    const first = await decide();
    const second = await decide({ verdict: "WINDOW_MISSED" });
    const newest = await page(CLIENT, pair.clientToken, "?limit=1");
    expect(newest.items).toMatchObject([
      { notificationId: second.notificationId, outcome: "SUPPRESS", reason: "WINDOW_MISSED" },
    ]);
    const query = `?limit=1&cursor=${newest.nextCursor ?? ""}`;
    const older = await page(CLIENT, pair.clientToken, query);
    expect(older.items).toMatchObject([
      {
        notificationId: first.notificationId,
        title: "New from your coach",
        outcome: "SEND",
        channels: ["MAIL"],
        timezone: "Europe/Berlin",
        deliveries: [],
      },
    ]);
  });

  test("shows the client's part in the client's app, and the coach's in the coach's", async () => {
    const [forClient, forCoach] = [await decide(), await coaching()];
    const ids = async (path: string, token: string) =>
      (await page(path, token)).items.map(({ notificationId }) => notificationId);
    expect(await ids(CLIENT, pair.clientToken)).toEqual([forClient.notificationId]);
    expect(await ids(COACH, pair.coachToken)).toEqual([forCoach.notificationId]);
  });

  test.each([
    [CLIENT, "clientToken", "coachToken"] as const,
    [COACH, "coachToken", "clientToken"] as const,
  ])(
    "%s: refuses a bad cursor, a missing sign-in, and a person of the other part",
    async (path, own, other) => {
      const cursor = "?cursor=1.e30.x";
      const bad = await api.call("GET", `${path}${cursor}`, { token: pair[own] });
      expect(refusalOf(bad)).toBe("400 CURSOR_INVALID");
      const odd = await api.call("GET", `${path}?limit=0`, { token: pair[own] });
      expect(refusalOf(odd)).toBe("400 VALIDATION_FAILED");
      expect(refusalOf(await api.call("GET", path))).toBe("401 UNAUTHENTICATED");
      const mismatch = await api.call("GET", path, { token: pair[other] });
      expect(refusalOf(mismatch)).toBe("403 APP_ROLE_MISMATCH");
    },
  );
});

describe("the reason why a notification was sent or not", () => {
  test("is given in a sentence of the reader's language, with the decision", async () => {
    const { userId } = pair.client;
    const reminder = { category: "ONBOARDING_REMINDER", localDate: "2026-05-04" } as const;
    const { subjectId, notificationId } = await decide({ ...reminder, verdict: "WINDOW_MISSED" });
    const explained = await explain(CLIENT, pair.clientToken, { ...reminder, subjectId });
    expect(explained.explanation).toBe("This was not sent: its hours had passed.");
    expect(explained.notification).toMatchObject({ notificationId, reason: "WINDOW_MISSED" });
    await em().nativeUpdate(ClientProfile, { userId }, { locale: "de-AT" });
    const german = await explain(CLIENT, pair.clientToken, { ...reminder, subjectId });
    expect(german.explanation).toBe("Das wurde nicht gesendet: Die Zeit dafür war vorbei.");
  });

  test("is given to the coach for the coach's notifications", async () => {
    const { subjectId } = await coaching();
    const query = { category: "CLIENT_STARTED_ONBOARDING", subjectId };
    const explained = await explain(COACH, pair.coachToken, query);
    expect(explained.notification).toMatchObject({ subjectId, outcome: "SEND" });
  });

  test("is absent for another day, without an event, and for another person's event", async () => {
    const { subjectId } = await coaching();
    const own = await decide({ localDate: "2026-05-04" });
    const nothing = {
      explanation: "There was no reason to notify you.",
      notification: null,
    };
    const forms = { category: "FORM_ASSIGNED", subjectId: own.subjectId };
    for (const query of [
      { ...forms, localDate: "2026-05-05" },
      { ...forms, subjectId: randomUUID() },
      { category: "CLIENT_STARTED_ONBOARDING", subjectId },
    ]) {
      expect(await explain(CLIENT, pair.clientToken, query)).toEqual(nothing);
    }
    const { coachToken } = pair;
    const asCoach = { category: "CLIENT_STARTED_ONBOARDING", subjectId: own.subjectId };
    expect(await explain(COACH, coachToken, asCoach)).toEqual(nothing);
  });

  test.each([
    [CLIENT, "clientToken", "coachToken"] as const,
    [COACH, "coachToken", "clientToken"] as const,
  ])("%s: refuses a malformed request and the wrong person", async (path, own, other) => {
    const good = `${path}/explain?category=WELCOME&subjectId=${randomUUID()}`;
    for (const query of ["", "?category=WELCOME", "?category=NEWS&subjectId=1"]) {
      const answer = await api.call("GET", `${path}/explain${query}`, { token: pair[own] });
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    }
    expect(refusalOf(await api.call("GET", good))).toBe("401 UNAUTHENTICATED");
    const mismatch = await api.call("GET", good, { token: pair[other] });
    expect(refusalOf(mismatch)).toBe("403 APP_ROLE_MISMATCH");
  });
});

describe("support staff", () => {
  const ask = (userId: string, token: string | null, reason?: string) =>
    api.call("GET", `/api/v1/support/users/${userId}/notifications`, {
      ...(token !== null && { token }),
      headers: reason === undefined ? {} : { "X-Access-Reason": reason },
    });
  const staff = (roles: readonly string[], sub = randomUUID()) =>
    somebody(issuer).token("WEB", { roles, sub });

  test("read the notifications of a person with the permission and for a reason, which is audited; no contact is shown", async () => {
    const sub = randomUUID();
    const token = await staff(["support"], sub);
    const { userId } = pair.client;
    await decide();
    expect(refusalOf(await ask(userId, token, "Ticket 9"))).toBe("403 FORBIDDEN");
    const body = { subject: sub, permission: "notifications.read", reason: "on call" };
    const grant = { token: await staff(["admin"]), key: randomUUID(), body };
    await api.call("POST", "/api/v1/admin/support-grants", grant);
    expect(refusalOf(await ask(userId, token))).toBe("400 REASON_REQUIRED");
    const answer = await ask(userId, token, "Ticket 9");
    expect(notificationPageSchema.parse(answer.data).items).toHaveLength(1);
    expect(answer.text).not.toContain("@example.com");
    const lines = await em().find(AuthAuditEvent, { userId, eventType: "NOTIFICATIONS_READ" });
    expect(lines).toMatchObject([{ metadata: { reason: "Ticket 9", role: "support" } }]);
  });

  test("find nothing for an unknown person, and other users are refused", async () => {
    const admin = await staff(["admin"]);
    expect(refusalOf(await ask(randomUUID(), admin, "x"))).toBe("404 NOT_FOUND");
    expect(refusalOf(await ask("1", admin, "x"))).toBe("400 VALIDATION_FAILED");
    const { userId } = pair.client;
    expect(refusalOf(await ask(userId, null))).toBe("401 UNAUTHENTICATED");
    const web = await staff([]);
    expect(refusalOf(await ask(userId, web, "x"))).toBe("403 FORBIDDEN");
  });
});

type NotificationRequest = Parameters<typeof decideNotification>[1];

/** Decides something for the client. */
async function decide(changes: Partial<NotificationRequest> = {}) {
  const wanted: NotificationRequest = {
    category: "FORM_ASSIGNED",
    recipientUserId: pair.client.userId,
    subjectId: randomUUID(),
    relationshipId: pair.relationshipId,
    dedupeKey: randomUUID(),
    localDate: null,
    verdict: "ASK",
    now: NOON,
    requestId: null,
    ...changes,
  };
  const decided = await transact(api.deps.database.em, (tx) => decideNotification(tx, wanted));
  return { ...decided, subjectId: wanted.subjectId };
}

function coaching() {
  return decide({ category: "CLIENT_STARTED_ONBOARDING", recipientUserId: pair.coach.userId });
}

async function page(path: string, token: string, query = "") {
  return notificationPageSchema.parse((await api.call("GET", `${path}${query}`, { token })).data);
}

async function explain(path: string, token: string, query: Record<string, string>) {
  const text = new URLSearchParams(query).toString();
  const { data } = await api.call("GET", `${path}/explain?${text}`, { token });
  return notificationExplanationSchema.parse(data);
}
