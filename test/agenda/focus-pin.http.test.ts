import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { noticeRows } from "../../contract/agenda/notice-rows.ts";
import { pinnedDaySchema } from "../../contract/agenda/notice-schema.ts";
import { dailySummarySchema } from "../../contract/agenda/summary-schema.ts";
import { type TodayAnswer, todaySchema } from "../../contract/agenda/today-schema.ts";
import { sliceDigest } from "../../contract/sync/slice-digest.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { sha256 } from "../../rules/sha256.ts";
import { todaySyncAnswerSchema } from "../../contract/quick-log/today-schema.ts";
import { closeDayOf } from "../factories/agenda/closing-day.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { aCard, placeCards } from "../factories/agenda/notices.ts";
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
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const em = () => api.deps.database.em;

describe("A coach who pins a task", () => {
  test("reads the pin and its note in the summary of the day, and none once it is taken away", async () => {
    expect(await pinInSummary()).toBeNull();
    const pinned = pinnedDaySchema.parse((await pin(phone)).data);
    expect(await pinInSummary()).toEqual(pinned.focusPin);
    await unpin(phone);
    expect(await pinInSummary()).toBeNull();
  });

  test("puts it first on the client's day with a note, and the device learns what changed", async () => {
    const before = await shown();
    const { serverCursor: since } = await snapshot(api, phone);
    const { localDate, habit } = phone.agenda;
    const pinned = pinnedDaySchema.parse((await pin(phone)).data);
    expect(pinned).toMatchObject({
      relationshipId: phone.relationshipId,
      localDate,
      focusPin: { revision: 1, taskId: habit.id, note: "Before breakfast" },
    });
    const after = await shown();
    expect(after.focusPin).toEqual(pinned.focusPin);
    expect(after.agendaChecksum).not.toBe(before.agendaChecksum);
    expect((await snapshot(api, phone, { since })).changes).toEqual([
      {
        entityType: "focus_pin",
        entityId: pinned.focusPin?.pinId,
        path: `/api/v1/client/today?date=${localDate}`,
        reason: "CHANGED",
      },
    ]);
    const unread = `?agendaChecksum=${encodeURIComponent(before.agendaChecksum)}`;
    expect((await readToday(unread)).unchanged).toBe(false);
    const read = `?agendaChecksum=${encodeURIComponent(after.agendaChecksum)}`;
    expect(await readToday(read)).toMatchObject({ unchanged: true, focusPin: after.focusPin });
    expect(await em().fork().findOneOrFail(AgendaTask, habit.id)).toMatchObject({ revision: 1 });
  });

  test("gets the first answer again for the same key; the same pin with another key changes nothing", async () => {
    const key = randomUUID();
    const first = await pin(phone, {}, { key });
    const seq = await seqNow();
    const replayed = await pin(phone, {}, { key });
    expect(replayed.data).toEqual(first.data);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await pin(phone)).data).toEqual(first.data);
    expect(await seqNow()).toBe(seq);
    const other = await pin(phone, { note: "After lunch" }, { key });
    expect(refusalOf(other)).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    const changed = pinnedDaySchema.parse((await pin(phone, { note: null })).data);
    expect(changed.focusPin).toMatchObject({ revision: 2, note: null });
  });

  test("may unpin it twice, and the revision continues", async () => {
    const { agendaChecksum } = await shown();
    await pin(phone);
    const key = randomUUID();
    const gone = await unpin(phone, phone.agenda.localDate, { key });
    expect(pinnedDaySchema.parse(gone.data).focusPin).toBeNull();
    expect(await shown()).toMatchObject({ focusPin: null, agendaChecksum });
    const seq = await seqNow();
    const replayed = await unpin(phone, phone.agenda.localDate, { key });
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await unpin(phone)).data).toEqual(gone.data);
    expect(await seqNow()).toBe(seq);
    expect(pinnedDaySchema.parse((await pin(phone)).data).focusPin?.revision).toBe(3);
  });

  test("emits an event with ids only: who, which task, which revision", async () => {
    await pin(phone);
    await unpin(phone);
    const events = await em()
      .fork()
      .find(OutboxRow, { type: "FocusPinChanged" }, { orderBy: { id: "asc" } });
    const own = events.filter(({ refs }) => refs["relationshipId"] === phone.relationshipId);
    const byUserId = phone.pair.coach.userId;
    expect(own).toMatchObject([
      { version: 1, refs: { byUserId, taskId: phone.agenda.habit.id } },
      { version: 2, refs: { byUserId, taskId: null } },
    ]);
    expect(JSON.stringify(own)).not.toContain("breakfast");
  });
});

describe("A pin is refused", () => {
  test("without a session or a key, and if it is malformed", async () => {
    const { relationshipId, agenda } = phone;
    const { localDate, habit } = agenda;
    const body = { localDate, agendaTaskId: habit.id };
    const anonymous = await api.call("PUT", pathOf(relationshipId), { key: randomUUID(), body });
    expect(refusalOf(anonymous)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    const unpinned = `${pathOf(relationshipId)}?localDate=${localDate}`;
    expect((await api.call("DELETE", unpinned, { key: randomUUID() })).status).toBe(401);
    const token = phone.pair.coachToken;
    expect((await api.call("PUT", pathOf(relationshipId), { token, body })).status).toBe(400);
    expect((await api.call("DELETE", unpinned, { token })).status).toBe(400);
    expect((await pin(phone, { note: "x".repeat(140) })).status).toBe(200);
    for (const [place, changes] of [
      ["/note", { note: "x".repeat(141) }],
      ["/note", { note: "two\nlines" }],
      ["/localDate", { localDate: "2026-02-30" }],
      ["/agendaTaskId", { agendaTaskId: "habit" }],
      ["/colour", { colour: "red" }],
    ] as const)
      expect(refusalOf(await pin(phone, changes))).toMatchObject({
        status: 400,
        pointers: [place],
      });
    expect((await unpin(phone, "yesterday")).status).toBe(400);
  });

  test("for another coach with 404, like for an unknown client, and for the client with 403", async () => {
    const stranger = await buildPhone(api, issuer);
    const token = stranger.pair.coachToken;
    const unknown = { ...phone, relationshipId: randomUUID() };
    const foreign = await pin(phone, {}, { token });
    expect(foreign.status).toBe(404);
    expect(refusalBody(foreign)).toEqual(refusalBody(await pin(unknown, {}, { token })));
    expect((await unpin(phone, phone.agenda.localDate, { token })).status).toBe(404);
    for (const answer of [
      await pin(phone, {}, { token: phone.token }),
      await unpin(phone, phone.agenda.localDate, { token: phone.token }),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 403, code: "APP_ROLE_MISMATCH" });
    const theirs = await pin(phone, { agendaTaskId: stranger.agenda.habit.id });
    const nobodys = await pin(phone, { agendaTaskId: randomUUID() });
    expect(theirs.status).toBe(404);
    expect(refusalBody(theirs)).toEqual(refusalBody(nobodys));
  });

  test("for a task of another day, a done or canceled task, a closed day, and after the end", async () => {
    const { localDate, habit, meal } = phone.agenda;
    const NOT_FOUND = { status: 404, code: "NOT_FOUND" };
    const CONFLICT = { status: 409, code: "STATE_CONFLICT" };
    expect(refusalOf(await pin(phone, { localDate: dayAfter(localDate) }))).toMatchObject(
      NOT_FOUND,
    );
    expect(refusalOf(await unpin(phone, dayAfter(localDate)))).toMatchObject(NOT_FOUND);
    await sync(api, phone, [queued("quick-log.complete-task", { taskId: habit.id })]);
    expect(refusalOf(await pin(phone))).toMatchObject(CONFLICT);
    const fork = em().fork();
    await fork.nativeUpdate(AgendaTask, { id: meal.id }, { status: "CANCELED" });
    expect(refusalOf(await pin(phone, { agendaTaskId: meal.id }))).toMatchObject(CONFLICT);
    const { water } = phone.agenda;
    await pin(phone, { agendaTaskId: water.id });
    await closeDayOf(em(), phone);
    const late = await pin(phone, { agendaTaskId: water.id, note: "Too late" });
    expect(refusalOf(late)).toMatchObject(CONFLICT);
    expect((await unpin(phone)).status).toBe(200);
    await setRelationshipStatus(em(), phone.relationshipId, "ENDED");
    const INACTIVE = { status: 403, code: "RELATIONSHIP_INACTIVE" };
    expect(refusalOf(await pin(phone, { agendaTaskId: water.id }))).toMatchObject(INACTIVE);
    expect(refusalOf(await unpin(phone))).toMatchObject(INACTIVE);
  });
});

describe("A pin whose task", () => {
  test("is done stays; canceled shows nothing; superseded shows the superseding task", async () => {
    const { habit, water, steps } = phone.agenda;
    await pin(phone);
    await sync(api, phone, [queued("quick-log.complete-task", { taskId: habit.id })]);
    expect((await shown()).focusPin).toMatchObject({ taskId: habit.id });
    const set = (id: string, changes: Partial<AgendaTask>) =>
      em().fork().nativeUpdate(AgendaTask, { id }, changes);
    const supersededAt = new Date();
    const replaced = { status: "SUPERSEDED", supersededAt } as const;
    await set(habit.id, { ...replaced, supersededByTaskId: water.id });
    expect((await shown()).focusPin).toMatchObject({ taskId: water.id, note: "Before breakfast" });
    await set(water.id, { ...replaced, supersededByTaskId: steps.id });
    expect((await shown()).focusPin).toMatchObject({ taskId: steps.id });
    await set(steps.id, { status: "CANCELED" });
    expect((await shown()).focusPin).toBeNull();
    await set(steps.id, { status: "PENDING" });
    expect((await shown()).focusPin).toMatchObject({ taskId: steps.id });
  });

  test("was superseded by another client's task shows nothing", async () => {
    const stranger = await buildPhone(api, issuer);
    await pin(phone);
    const changes = { supersededAt: new Date(), supersededByTaskId: stranger.agenda.habit.id };
    const { id } = phone.agenda.habit;
    await em()
      .fork()
      .nativeUpdate(AgendaTask, { id }, { status: "SUPERSEDED", ...changes });
    expect((await shown()).focusPin).toBeNull();
  });
});

describe("The cards of a day", () => {
  test("are sent for the whole day in their order, and the device learns of changes", async () => {
    const owner = ownerOf(phone);
    const { localDate } = phone.agenda;
    const early = {
      displayFrom: new Date(`${localDate}T00:00:00.000Z`),
      displayUntil: new Date(`${localDate}T00:00:01.000Z`),
    };
    const cards = [
      await aCard(owner, { sortKey: "b" }),
      await aCard(owner, { sortKey: "a", ...early }),
      await aCard(owner, { priority: 9 }),
    ];
    const { serverCursor: since } = await snapshot(api, phone);
    await placeCards(em(), owner, cards);
    const [last, second, first] = cards;
    const { informationalCards } = await shown();
    expect(informationalCards.map(({ cardId: id }) => id)).toEqual(
      [first, second, last].map((card) => card?.id),
    );
    expect(informationalCards[1]).toEqual({
      cardId: second?.id,
      cardKey: second?.cardKey,
      source: {
        context: "DAILY_EXECUTION",
        type: "PLAN_ASSIGNMENT",
        id: second?.sourceId,
        revision: 1,
      },
      revision: 1,
      priority: 0,
      sortKey: "a",
      displayFrom: early.displayFrom.toISOString(),
      displayUntil: early.displayUntil.toISOString(),
      snapshot: second?.snapshot,
    });
    const { changes } = await snapshot(api, phone, { since });
    expect(changes.map(({ entityId }) => entityId).toSorted()).toEqual(
      cards.map(({ id }) => id).toSorted(),
    );
    expect(new Set(changes.map(({ entityType, path }) => `${entityType} ${path}`))).toEqual(
      new Set([`agenda_card /api/v1/client/today?date=${localDate}`]),
    );
    const { statusSummary, adherenceSummary } = await readToday();
    expect([statusSummary.taskCount, adherenceSummary.countedCount]).toEqual([5, 5]);
  });

  test("are in the checksum of the response to a batch, as is the pin", async () => {
    await placeCards(em(), ownerOf(phone), [await aCard(ownerOf(phone))]);
    await pin(phone);
    const { token, deviceId, agenda } = phone;
    const operations = [queued("today.complete", { taskId: agenda.habit.id })];
    const body = { deviceId, operations };
    const answer = await api.call("POST", "/api/v1/client/today/sync", { token, body });
    const { agendas } = todaySyncAnswerSchema.parse(answer.data);
    const { agendaChecksum } = await shown();
    expect(agendas).toMatchObject([{ localDate: agenda.localDate, checksum: agendaChecksum }]);
  });

  test("are shown to no other client", async () => {
    const owner = ownerOf(phone);
    const card = await aCard(owner);
    await placeCards(em(), owner, [card]);
    const stranger = await buildPhone(api, issuer);
    const answer = await api.call("GET", "/api/v1/client/today", stranger);
    expect(todaySchema.parse(answer.data).informationalCards).toEqual([]);
    expect(answer.text).not.toContain(card.id);
  });
});

/** The pin of the phone's day as its coach reads it. */
async function pinInSummary() {
  const { relationshipId, agenda, pair } = phone;
  const path = `/api/v1/coach/relationships/${relationshipId}/daily-summary`;
  const { localDate } = agenda;
  const read = `${path}?from=${localDate}&to=${localDate}`;
  const { data } = await api.call("GET", read, { token: pair.coachToken });
  return dailySummarySchema.parse(data).days[0]?.focusPin;
}

function pathOf(relationshipId: string) {
  return `/api/v1/coach/relationships/${relationshipId}/focus-pin`;
}

function pin(
  of: Phone,
  changes: Readonly<Record<string, unknown>> = {},
  request: TestRequest = {},
) {
  const { localDate, habit } = of.agenda;
  const body = { localDate, agendaTaskId: habit.id, note: "Before breakfast", ...changes };
  const wanted = { token: of.pair.coachToken, key: randomUUID(), body, ...request };
  return api.call("PUT", pathOf(of.relationshipId), wanted);
}

function unpin(of: Phone, localDate = of.agenda.localDate, request: TestRequest = {}) {
  const wanted = { token: of.pair.coachToken, key: randomUUID(), ...request };
  return api.call("DELETE", `${pathOf(of.relationshipId)}?localDate=${localDate}`, wanted);
}

function ownerOf({ pair, agenda }: Phone) {
  return {
    workspaceId: pair.workspaceId,
    relationshipId: pair.relationshipId,
    coachUserId: pair.coach.userId,
    agenda,
  };
}

async function readToday(query = ""): Promise<TodayAnswer> {
  return todaySchema.parse((await api.call("GET", `/api/v1/client/today${query}`, phone)).data);
}

/** The digest of the day's slice, as the device computes it from today's response. */
async function digestOf({ tasks = [], ...today }: TodayAnswer): Promise<string> {
  const rows = tasks.map(({ taskId: id, revision }) => ({ id, revision }));
  return await sliceDigest([...rows, ...noticeRows(today)], sha256);
}

/** The counter of the scope. */
async function seqNow() {
  return (
    await em().fork().findOneOrFail(RelationshipScope, { relationshipId: phone.relationshipId })
  ).seq;
}

/** The parts of today other than tasks, after checking that checksum, slice and the device's digest agree. */
async function shown() {
  const today = await readToday();
  const { slices } = await snapshot(api, phone);
  const slice = slices.find(({ slice: name }) => name === `agenda/${today.localDate}`);
  expect(slice?.digest).toBe(today.agendaChecksum);
  expect(await digestOf(today)).toBe(today.agendaChecksum);
  const { informationalCards, focusPin, agendaChecksum } = today;
  return { informationalCards, focusPin, agendaChecksum };
}
