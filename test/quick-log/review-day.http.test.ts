import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { relationshipAdherenceSchema } from "../../contract/agenda/adherence/schema.ts";
import { dailySummarySchema } from "../../contract/agenda/summary-schema.ts";
import { reviewedDaySchema } from "../../contract/quick-log/review-schema.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  type Phone,
  refusalBody,
  refusalOf,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const phone = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);

const Summary = z.object({
  data: dailySummarySchema,
  meta: z.object({ serverTime: z.string() }),
});

describe("reviewing a day", () => {
  test("returns its instant, ends the undo windows, and moves the scope's cursor", async () => {
    const own = await buildPhone(api, issuer);
    const done = queued("quick-log.complete-task", { taskId: own.agenda.habit.id });
    await sync(api, own, [done]);
    const before = await snapshot(api, own);
    const reviewed = reviewedDaySchema.parse((await review(own)).data);
    expect(reviewed).toMatchObject({
      relationshipId: own.relationshipId,
      localDate: own.agenda.localDate,
      lastReviewedAt: reviewed.reviewedAt,
      undoClosed: true,
    });
    expect((await snapshot(api, own)).serverCursor).not.toBe(before.serverCursor);
    const undo = queued("quick-log.undo", {
      taskId: own.agenda.habit.id,
      undoesClientOperationId: done.clientOperationId,
    });
    const { results } = await sync(api, own, [undo]);
    expect(results).toMatchObject([{ rejectionCode: "UNDO_WINDOW_CLOSED" }]);
  });

  test("covers what was seen up to the database's time before the day was read", async () => {
    const { em } = api.deps.database;
    try {
      await moveClock(api.database.ownerUrl, 3_600);
      const before = await clockNow(em.fork());
      const { seenAt } = await seenOf(phone);
      const after = await clockNow(em.fork());
      expect(Date.parse(seenAt)).toBeGreaterThanOrEqual(before.getTime());
      expect(Date.parse(seenAt)).toBeLessThanOrEqual(after.getTime());
    } finally {
      await moveClock(api.database.ownerUrl, 0);
    }
  });

  test("with the same key returns the same answer; with another key the first instant stays", async () => {
    const [key, body] = [randomUUID(), await seenOf(phone)];
    const first = await review(phone, { key, body });
    const replayed = await review(phone, { key, body });
    expect(replayed.data).toEqual(first.data);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    const again = reviewedDaySchema.parse((await review(phone)).data);
    expect(again.reviewedAt).toBe(reviewedDaySchema.parse(first.data).reviewedAt);
  });

  test("covers only what was seen: another version of the day must be read first", async () => {
    const own = await buildPhone(api, issuer);
    const seen = await seenOf(own);
    const done = queued("quick-log.complete-task", { taskId: own.agenda.habit.id });
    await sync(api, own, [done]);
    const stale = { status: 409, code: "STATE_CONFLICT" };
    expect(refusalOf(await review(own, { body: seen }))).toMatchObject(stale);
    const newer = { ...(await seenOf(own)), agendaVersion: seen.agendaVersion + 2 };
    expect(refusalOf(await review(own, { body: newer }))).toMatchObject(stale);
    const reviewed = reviewedDaySchema.parse((await review(own)).data);
    expect(reviewed.undoClosed).toBe(true);
    const malformed = { status: 400, code: "VALIDATION_FAILED" };
    for (const body of [{}, { ...seen, agendaVersion: -1 }, { ...seen, seenAt: "yesterday" }])
      expect(refusalOf(await review(own, { body }))).toMatchObject(malformed);
  });

  test("refuses a missing session, a missing key, and an invalid date", async () => {
    const { relationshipId, agenda } = phone;
    const body = await seenOf(phone);
    const anonymous = await api.call("POST", reviewPath(relationshipId, agenda.localDate), {
      key: randomUUID(),
      body,
    });
    expect(refusalOf(anonymous)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    const unkeyed = await api.call("POST", reviewPath(relationshipId, agenda.localDate), {
      token: phone.pair.coachToken,
      body,
    });
    expect(unkeyed.status).toBe(400);
    expect(refusalOf(await review(phone, { localDate: "2026-02-30" }))).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
  });

  test("of another coach's client finds nothing, and is forbidden to the client", async () => {
    const foreign = await review(phone, { token: stranger.pair.coachToken });
    const unknown = await api.call("POST", reviewPath(randomUUID(), phone.agenda.localDate), {
      token: stranger.pair.coachToken,
      key: randomUUID(),
      body: await seenOf(phone),
    });
    expect(refusalBody(foreign)).toEqual(refusalBody(unknown));
    expect(foreign.status).toBe(404);
    expect(refusalOf(await review(phone, { token: phone.token }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
  });

  test("refuses a future day, a day that never was, and a day after the end", async () => {
    const tomorrow = dayAfter(phone.agenda.localDate);
    expect(refusalOf(await review(phone, { localDate: tomorrow }))).toMatchObject({
      status: 409,
      code: "STATE_CONFLICT",
    });
    expect(refusalOf(await review(phone, { localDate: "1999-12-31" }))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    const former = await buildPhone(api, issuer);
    await setRelationshipStatus(api.deps.database.em, former.relationshipId, "ENDED");
    expect(refusalOf(await review(former))).toMatchObject({
      status: 403,
      code: "RELATIONSHIP_INACTIVE",
    });
  });
});

describe("the adherence of a client", () => {
  test("is shown by day, and over 7 and 28 dates once a day has closed", async () => {
    const own = await buildPhone(api, issuer);
    await review(own);
    const open = relationshipAdherenceSchema.parse(
      (await adherence(own, own.pair.coachToken)).data,
    );
    expect(open).toMatchObject({ last7: null, last28: null });
    expect(open.days).toMatchObject([
      { localDate: own.agenda.localDate, closedAt: null, reviewedAt: expect.any(String) },
    ]);
    const { em } = api.deps.database;
    await em
      .fork()
      .getConnection()
      .execute(
        "update agenda_day set closed_at = clock_now(), counted_count = 5, done_count = 3, adherence_score = 3.25 where relationship_id = ?",
        [own.relationshipId],
      );
    const closed = relationshipAdherenceSchema.parse(
      (await adherence(own, own.pair.coachToken)).data,
    );
    const sums = { countedCount: 5, doneCount: 3, adherencePercent: 65 };
    const { localDate } = own.agenda;
    expect(closed.last7).toMatchObject({ to: localDate, ...sums, bucket: "ATTENTION" });
    expect(closed.last28).toMatchObject({ to: localDate, ...sums, bucket: "ATTENTION" });
    expect(closed.days).toMatchObject([{ localDate, ...sums, closedAt: expect.any(String) }]);
  });

  test("is for coaches of the workspace alone", async () => {
    expect((await adherence(phone)).status).toBe(401);
    expect((await adherence(phone, stranger.pair.coachToken)).status).toBe(404);
    expect(refusalOf(await adherence(phone, phone.token))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const malformed = await api.call(
      "GET",
      `/api/v1/coach/relationships/${phone.relationshipId}/adherence?dates=9`,
      { token: phone.pair.coachToken },
    );
    expect(malformed.status).toBe(400);
  });
});

function reviewPath(relationshipId: string, localDate: string) {
  return `/api/v1/coach/relationships/${relationshipId}/days/${localDate}/review`;
}

/** The state of a day that a coach sees in its summary now. */
async function seenOf({ relationshipId, agenda, pair }: Phone) {
  const { localDate } = agenda;
  const path = `/api/v1/coach/relationships/${relationshipId}/daily-summary?from=${localDate}&to=${localDate}`;
  const { body } = await api.call("GET", path, { token: pair.coachToken });
  const { data, meta } = Summary.parse(body);
  const [day] = data.days;
  return { agendaVersion: day?.agendaVersion ?? 0, seenAt: meta.serverTime };
}

async function review(of: Phone, request: TestRequest & { readonly localDate?: string } = {}) {
  const { localDate = of.agenda.localDate, body = await seenOf(of), ...more } = request;
  const query = { token: of.pair.coachToken, key: randomUUID(), body, ...more };
  return api.call("POST", reviewPath(of.relationshipId, localDate), query);
}

function adherence(of: Phone, token?: string) {
  return api.call("GET", `/api/v1/coach/relationships/${of.relationshipId}/adherence`, {
    ...(token !== undefined && { token }),
  });
}
