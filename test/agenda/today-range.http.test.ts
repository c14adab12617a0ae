import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type TodayRangeAnswer, todayRangeSchema } from "../../contract/agenda/range-schema.ts";
import { type TodayAnswer, todaySchema } from "../../contract/agenda/today-schema.ts";
import { RANGE_DAYS } from "../../contract/agenda/range-vocabulary.ts";
import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { addDays, dayAfter, dayBefore } from "../../rules/local-day.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalOf,
  snapshot,
} from "../factories/sync/phone.ts";
import { actsOfDay } from "../factories/agenda/today-acts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/today/range";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;
let today: string;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
  today = phone.agenda.localDate;
});
afterAll(async () => {
  await moveClock(api.database.ownerUrl, 0);
});

describe("A range of days", () => {
  test("has every date, each in agenda order and with the checksum of today", async () => {
    await actsOfDay(api, phone).placeCard();
    await passMidnight();
    const [from, to] = [dayBefore(today), addDays(today, 2)];
    const range = await readRange({ from, to });
    expect(range.days.map(({ localDate }) => localDate)).toEqual([
      from,
      today,
      dayAfter(today),
      to,
    ]);
    expect(range).toMatchObject({
      relationshipId: phone.relationshipId,
      timezone: "UTC",
      timezoneDiffers: false,
      changedDates: [from, today, dayAfter(today), to],
      removedTaskIds: [],
      supersededTaskIds: [],
    });
    for (const { localDate, agendaVersion, checksum, unchanged, tasks, cards } of range.days) {
      const day = await readDay(`?date=${localDate}`);
      const compact = day.tasks?.map(
        ({ taskId, taskKind, status, revision, dueAt, snapshot: of }) => {
          return { taskId, taskKind, status, revision, dueAt, title: of.title };
        },
      );
      expect({ agendaVersion, checksum, tasks }).toEqual({
        agendaVersion: day.agendaVersion,
        checksum: day.agendaChecksum,
        tasks: compact,
      });
      expect(cards).toEqual(day.informationalCards);
      expect(unchanged).toBe(false);
    }
    expect(range.days.map(({ tasks = [] }) => tasks.length)).toEqual([0, 5, 5, 0]);
  });

  test("omits what the device has by its checksum, and names the dates to renew", async () => {
    await passMidnight();
    const to = dayAfter(today);
    const { days } = await readRange({ to });
    const checksums = days.map(({ localDate, checksum }) => `${localDate}=${checksum}`).join(",");
    const same = await readRange({ to, checksums });
    expect(same.changedDates).toEqual([]);
    expect(same.days).toMatchObject([{ unchanged: true }, { unchanged: true }]);
    expect(same.days.flatMap((day) => [day.tasks, day.cards])).toEqual(Array(4).fill(undefined));
    await actsOfDay(api, phone).complete();
    const changed = await readRange({ to, checksums });
    expect(changed.changedDates).toEqual([today]);
    expect(changed.days).toMatchObject([{ unchanged: false }, { unchanged: true }]);
    expect(changed.days[0]?.tasks).toHaveLength(5);
  });

  test("lists what changed, was withdrawn or superseded since a cursor of today, range or sync", async () => {
    const cursors = [
      (await readDay()).nextCursor,
      (await readRange()).nextCursor,
      (await snapshot(api, phone)).serverCursor,
    ];
    for (const since of cursors)
      expect(await readRange({ since })).toMatchObject({ changedDates: [], removedTaskIds: [] });
    const { supplement, habit, water } = phone.agenda;
    const acts = actsOfDay(api, phone);
    await acts.endAssignment();
    await acts.complete();
    const replaced = { status: "SUPERSEDED", supersededByTaskId: water.id } as const;
    await api.deps.database.em
      .fork()
      .nativeUpdate(AgendaTask, { id: habit.id }, { ...replaced, supersededAt: new Date() });
    for (const since of cursors) {
      const range = await readRange({ from: dayBefore(today), since });
      expect(range.changedDates).toEqual([today]);
      expect(range.removedTaskIds.toSorted()).toEqual([supplement.id, habit.id].toSorted());
      expect(range.supersededTaskIds).toEqual([{ taskId: habit.id, byTaskId: water.id }]);
      const day = await readDay(`?since=${since}`);
      expect(day.removedTaskIds.toSorted()).toEqual([supplement.id, habit.id].toSorted());
    }
    expect((await readDay()).removedTaskIds).toEqual([]);
    const { nextCursor: since } = await readRange({ since: cursors[0] ?? "" });
    expect(await readRange({ since })).toMatchObject({ changedDates: [], removedTaskIds: [] });
    expect((await snapshot(api, phone, { since })).changes).toEqual([]);
    await acts.placeCard();
    await acts.pin();
    expect((await readRange({ since })).changedDates).toEqual([today]);
  });

  test("says if the device is in another zone, and still counts days in the relationship's", async () => {
    const range = await readRange({ timezone: "Asia/Kathmandu" });
    expect(range).toMatchObject({ timezone: "UTC", timezoneDiffers: true });
    expect(range.days[0]?.tasks).toHaveLength(5);
    expect((await readRange({ timezone: "Etc/UTC" })).timezoneDiffers).toBe(false);
  });
});

describe("A range is refused", () => {
  const codeOf = async (query: Query) => {
    const { status, code, pointers } = refusalOf(await ask(query));
    return [`${status} ${code}`, ...pointers];
  };

  test("if it is malformed: over 31 days, backwards, an invalid date, a checksum twice", async () => {
    const to = addDays(today, RANGE_DAYS - 1);
    expect((await readRange({ to })).days).toHaveLength(RANGE_DAYS);
    const malformed = (name: string) => ["400 VALIDATION_FAILED", `/query/${name}`];
    expect(await codeOf({ to: dayAfter(to) })).toEqual(malformed("to"));
    expect(await codeOf({ to: dayBefore(today) })).toEqual(malformed("to"));
    expect(await codeOf({ from: "2026-02-30" })).toContain("/query/from");
    const cached = `${today}=sha-256:x`;
    expect(await codeOf({ checksums: `${cached},${cached}` })).toEqual(malformed("checksums"));
    for (const checksums of [today, "x=y", `${today}=`, ",", ""])
      expect((await codeOf({ checksums }))[0]).toBe("400 VALIDATION_FAILED");
    expect(await codeOf({ days: "3" })).toEqual(["400 VALIDATION_FAILED", "/query"]);
    expect((await api.call("GET", `${PATH}?from=${today}`, phone)).status).toBe(400);
  });

  test("to a caller without a token, a coach, another app, and after the end", async () => {
    const path = `${PATH}?from=${today}&to=${today}`;
    expect(refusalOf(await api.call("GET", path))).toMatchObject({ code: "UNAUTHENTICATED" });
    const { pair } = phone;
    for (const token of [pair.coachToken, await otherToken(issuer, pair.client, "WEB")])
      expect(refusalOf(await ask({}, { token }))).toMatchObject({
        status: 403,
        code: "APP_ROLE_MISMATCH",
      });
    await actsOfDay(api, phone).end();
    expect(refusalOf(await ask())).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("for a cursor that is invalid, another client's, too old, or from before a restore", async () => {
    const stranger = await buildPhone(api, issuer);
    const { serverCursor: foreign } = await snapshot(api, stranger);
    const { nextCursor: own } = await readRange();
    const refusedTo = async (since: string) => [
      refusalOf(await ask({ since })),
      refusalOf(await api.call("GET", `/api/v1/client/today?since=${since}`, phone)),
    ];
    const both = (status: number, code: string) => [
      expect.objectContaining({ status, code }),
      expect.objectContaining({ status, code }),
    ];
    for (const since of [foreign, "x", `${own}x`, own.slice(0, -3)])
      expect(await refusedTo(since)).toEqual(both(400, "CURSOR_INVALID"));
    await moveClock(api.database.ownerUrl, SERVER_CURSOR_DAYS * 86_400 + 60);
    expect(await refusedTo(own)).toEqual(both(410, "CURSOR_EXPIRED"));
    await moveClock(api.database.ownerUrl, 0);
    expect((await ask({ since: own })).status).toBe(200);
    await actsOfDay(api, phone).restore();
    expect(await refusedTo(own)).toEqual(both(410, "CURSOR_EXPIRED"));
  });

  test("if the changes after its cursor were pruned", async () => {
    const { nextCursor: since } = await readRange();
    await actsOfDay(api, phone).complete();
    const { relationshipId } = phone;
    await api.deps.database.em.fork().nativeDelete(ScopeChange, { relationshipId });
    expect(refusalOf(await ask({ since }))).toMatchObject({ status: 410, code: "CURSOR_EXPIRED" });
    const day = await api.call("GET", `/api/v1/client/today?since=${since}`, phone);
    expect(refusalOf(day)).toMatchObject({ status: 410, code: "CURSOR_EXPIRED" });
  });
});

test("A range shows nothing of another client", async () => {
  const stranger = await buildPhone(api, issuer);
  const { text } = await ask({}, stranger);
  const { habit, meal, water } = phone.agenda;
  for (const { id } of [habit, meal, water]) expect(text).not.toContain(id);
});

describe("The oldest day that is not closed", () => {
  test("is `carryOver` of the present day while something can still be done on it", async () => {
    expect((await readDay()).carryOver).toBeNull();
    await passMidnight();
    const day = await readDay();
    expect(day.localDate).toBe(dayAfter(today));
    const former = await readDay(`?date=${today}`);
    expect(day.carryOver).toMatchObject({
      localDate: today,
      taskCount: 5,
      firstTaskId: former.tasks?.[0]?.taskId,
    });
    expect(Date.parse(day.carryOver?.closesAt ?? "")).toBe(Date.parse(addDays(today, 2)));
    expect(former.carryOver).toEqual(day.carryOver);
    const acts = actsOfDay(api, phone);
    await acts.pin();
    await acts.complete();
    await acts.skip();
    expect((await readDay()).carryOver).toMatchObject({
      taskCount: 3,
      firstTaskId: phone.agenda.water.id,
    });
    await acts.pause();
    expect((await readDay()).carryOver).toMatchObject({ taskCount: 3, closesAt: null });
    await acts.resume();
    const { relationshipId } = phone;
    await api.deps.database.em
      .fork()
      .nativeUpdate(AgendaTask, { relationshipId, localDate: today }, { status: "COMPLETED" });
    expect((await readDay()).carryOver).toBeNull();
  });

  test("is the next one once it has closed", async () => {
    await passMidnight();
    await moveClock(api.database.ownerUrl, 2 * 86_400 + 600);
    const acts = actsOfDay(api, phone);
    await acts.scan();
    const day = await readDay();
    expect(day.localDate).toBe(addDays(today, 2));
    expect(day.carryOver).toMatchObject({ localDate: dayAfter(today), taskCount: 5 });
  });
});

type Query = Readonly<Record<string, string>>;

function ask(query: Query = {}, of: Pick<Phone, "token"> = phone) {
  const search = new URLSearchParams({ from: today, to: today, ...query });
  return api.call("GET", `${PATH}?${search.toString()}`, { token: of.token });
}

async function readRange(query?: Query): Promise<TodayRangeAnswer> {
  return todayRangeSchema.parse((await ask(query)).data);
}

async function readDay(query = ""): Promise<TodayAnswer> {
  return todaySchema.parse((await api.call("GET", `/api/v1/client/today${query}`, phone)).data);
}

/** Lets the next day begin and a scan open it. */
async function passMidnight(): Promise<void> {
  await moveClock(api.database.ownerUrl, 86_400);
  await actsOfDay(api, phone).scan();
}
