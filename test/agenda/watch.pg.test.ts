import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { beginScan } from "../../activities/agenda/calendar/begin-scan.ts";
import { AgendaWatch } from "../../db/agenda/calendar/agenda-watch.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { markApiReady } from "../../db/agenda/calendar/watch.ts";
import { lockCalendars } from "../../db/agenda/calendar/load-calendars.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { TZ_VERSION } from "../../rules/agenda/calendar/tz-version.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { lookAtAll } from "../factories/look-at-all.ts";
import { moveClock } from "../factories/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
const WITHIN_MS = 60_000;

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const setWatch = (watch: Partial<AgendaWatch>) => em.fork().nativeUpdate(AgendaWatch, {}, watch);
const watch = () => em.fork().findOneOrFail(AgendaWatch, { onlyRow: true });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await setWatch({ lookedAt: null, apiReadyAt: null, closesFrom: null, tzVersion: null });
});

/** Hours from now, by the product's clock, before which nothing closes. */
async function graceHours(movedMs = 0): Promise<number> {
  const { closesFrom } = await watch();
  return Math.round(((closesFrom?.getTime() ?? 0) - Date.now() - movedMs) / HOUR_MS);
}

describe("our own outage", () => {
  test("the first look there ever was finds none, and is kept once it came to its end", async () => {
    await beginScan(em);
    expect(await watch()).toMatchObject({ lookedAt: null, closesFrom: null });
    await scanDays({ em, log: pino({ level: "silent" }) }, { after: null });
    const { lookedAt } = await watch();
    expect(Math.abs(Date.now() - (lookedAt?.getTime() ?? 0))).toBeLessThan(WITHIN_MS);
  });

  test("looks that begin and never end are none: the gap goes on", async () => {
    await setWatch({ lookedAt: hoursAgo(5) });
    await beginScan(em);
    expect(await graceHours()).toBe(5);
    await setWatch({ lookedAt: hoursAgo(20) });
    await beginScan(em);
    expect(await graceHours()).toBe(20);
  });

  test("two days without a look let nothing close for one", async () => {
    await setWatch({ lookedAt: hoursAgo(48) });
    await beginScan(em);
    expect(await graceHours()).toBe(24);
    await beginScan(em);
    expect(await graceHours()).toBe(24);
  });

  test("three hours without an API let nothing close for three, from the last look that found none", async () => {
    await setWatch({ lookedAt: hoursAgo(0), apiReadyAt: hoursAgo(3) });
    await beginScan(em);
    expect(await graceHours()).toBe(3);
    await setWatch({ apiReadyAt: hoursAgo(4) });
    await beginScan(em);
    expect(await graceHours()).toBe(4);
    await markApiReady(em.fork());
    await beginScan(em);
    expect(await graceHours()).toBe(4);
  });

  test("is told in real time: a clock that was set ahead is none", async () => {
    await beginScan(em);
    await moveClock(ownerUrl, 3 * DAY_SECONDS);
    await beginScan(em);
    expect((await watch()).closesFrom).toBeNull();
    await setWatch({ lookedAt: hoursAgo(2) });
    await beginScan(em);
    expect(await graceHours(3 * DAY_SECONDS * 1_000)).toBe(2);
  });
});

describe("a later version of the tz database", () => {
  /** As if an older version had said that the next day begins an hour later. */
  async function planWrongly(relationshipId: string) {
    const fork = em.fork();
    const calendar = await fork.findOneOrFail(RelationshipCalendar, { relationshipId });
    const { nextDayAt } = calendar;
    const wrong = new Date((nextDayAt?.getTime() ?? 0) + HOUR_MS);
    calendar.nextDayAt = wrong;
    calendar.lookAt = wrong;
    calendar.tzVersion = "2000a";
    await fork.flush();
    return { nextDayAt, wrong };
  }
  const calendarOf = (relationshipId: string) =>
    em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });

  test("plans every calendar anew by it, once", async () => {
    const { relationshipId } = await buildAgendaOwner(em);
    const { nextDayAt } = await planWrongly(relationshipId);
    await setWatch({ tzVersion: "2000a" });
    expect(await lookAtAll(em)).toEqual({ openedCount: 0, failedCount: 0 });
    expect(await calendarOf(relationshipId)).toMatchObject({
      nextDayAt,
      lookAt: nextDayAt,
      tzVersion: TZ_VERSION,
    });
    expect((await watch()).tzVersion).toBe(TZ_VERSION);
  });

  test("one that somebody writes to stops no other, and is planned anew by the next look", async () => {
    const [held, other] = [await buildAgendaOwner(em), await buildAgendaOwner(em)];
    const [{ wrong }, { nextDayAt }] = [
      await planWrongly(held.relationshipId),
      await planWrongly(other.relationshipId),
    ];
    await setWatch({ tzVersion: "2000a" });
    await transact(em, async (tx) => {
      await lockCalendars(tx, [held.relationshipId]);
      expect(await lookAtAll(em)).toEqual({ openedCount: 0, failedCount: 0 });
    });
    expect(await calendarOf(other.relationshipId)).toMatchObject({ nextDayAt, lookAt: nextDayAt });
    expect(await calendarOf(held.relationshipId)).toMatchObject({ nextDayAt: wrong });
    expect((await watch()).tzVersion).toBe("2000a");
    await lookAtAll(em);
    expect(await calendarOf(held.relationshipId)).toMatchObject({ tzVersion: TZ_VERSION });
    expect((await watch()).tzVersion).toBe(TZ_VERSION);
  });

  test("is kept where an older worker looks: it plans nothing anew", async () => {
    const { relationshipId } = await buildAgendaOwner(em);
    const { wrong } = await planWrongly(relationshipId);
    await setWatch({ tzVersion: "9999z" });
    await lookAtAll(em);
    expect(await calendarOf(relationshipId)).toMatchObject({
      nextDayAt: wrong,
      tzVersion: "2000a",
    });
    expect((await watch()).tzVersion).toBe("9999z");
  });
});
