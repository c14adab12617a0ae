import { beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { beginScan } from "../../activities/agenda/calendar/begin-scan.ts";
import { AgendaWatch } from "../../db/agenda/calendar/agenda-watch.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { markApiReady } from "../../db/agenda/calendar/watch.ts";
import { lockCalendars } from "../../db/agenda/calendar/lock-calendars.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { TZ_VERSION } from "../../activities/agenda/tz-version.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
const WITHIN_MS = 60_000;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

const setWatch = (watch: Partial<AgendaWatch>) => em.fork().nativeUpdate(AgendaWatch, {}, watch);
const watch = () => em.fork().findOneOrFail(AgendaWatch, { onlyRow: true });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await setWatch({ lookedAt: null, apiReadyAt: null, closesFrom: null, tzVersion: null });
});

describe("An outage of our services", () => {
  test("is not found by the first scan ever, which is recorded once it completes", async () => {
    await beginScan(em);
    expect(await watch()).toMatchObject({ lookedAt: null, closesFrom: null });
    await scanDays({ em, log: pino({ level: "silent" }) }, { after: null });
    const { lookedAt } = await watch();
    expect(Math.abs(Date.now() - (lookedAt?.getTime() ?? 0))).toBeLessThan(WITHIN_MS);
  });

  test("lasts while scans begin and never complete", async () => {
    await setWatch({ lookedAt: hoursAgo(5) });
    await beginScan(em);
    expect(await graceHours()).toBe(5);
    await setWatch({ lookedAt: hoursAgo(20) });
    await beginScan(em);
    expect(await graceHours()).toBe(20);
  });

  test("of two days without a scan delays every close for one day", async () => {
    await setWatch({ lookedAt: hoursAgo(48) });
    await beginScan(em);
    expect(await graceHours()).toBe(24);
    await beginScan(em);
    expect(await graceHours()).toBe(24);
  });

  test("of three hours without an API delays every close for three, from the last scan that found none", async () => {
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

  test("is measured in real time: a clock set ahead is not an outage", async () => {
    await beginScan(em);
    await moveClock(ownerUrl, 3 * DAY_SECONDS);
    await beginScan(em);
    expect((await watch()).closesFrom).toBeNull();
    await setWatch({ lookedAt: hoursAgo(2) });
    await beginScan(em);
    expect(await graceHours(3 * DAY_SECONDS * 1_000)).toBe(2);
  });
});

describe("A newer version of the tz database", () => {
  /** Pretends that an older version planned the next day an hour later. */
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

  test("plans every calendar again, once", async () => {
    const { relationshipId } = await buildAgendaOwner(em);
    const { nextDayAt } = await planWrongly(relationshipId);
    await setWatch({ tzVersion: "2000a" });
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
    expect(await calendarOf(relationshipId)).toMatchObject({
      nextDayAt,
      lookAt: nextDayAt,
      tzVersion: TZ_VERSION,
    });
    expect((await watch()).tzVersion).toBe(TZ_VERSION);
  });

  test("leaves a locked calendar for the next scan, and the others do not wait", async () => {
    const [locked, other] = [await buildAgendaOwner(em), await buildAgendaOwner(em)];
    const [{ wrong }, { nextDayAt }] = [
      await planWrongly(locked.relationshipId),
      await planWrongly(other.relationshipId),
    ];
    await setWatch({ tzVersion: "2000a" });
    await transact(em, async (tx) => {
      await lockCalendars(tx, [locked.relationshipId]);
      expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
    });
    expect(await calendarOf(other.relationshipId)).toMatchObject({ nextDayAt, lookAt: nextDayAt });
    expect(await calendarOf(locked.relationshipId)).toMatchObject({ nextDayAt: wrong });
    expect((await watch()).tzVersion).toBe("2000a");
    await scanAllCalendars(em);
    expect(await calendarOf(locked.relationshipId)).toMatchObject({ tzVersion: TZ_VERSION });
    expect((await watch()).tzVersion).toBe(TZ_VERSION);
  });

  test("is kept when an older worker scans, which plans nothing", async () => {
    const { relationshipId } = await buildAgendaOwner(em);
    const { wrong } = await planWrongly(relationshipId);
    await setWatch({ tzVersion: "9999z" });
    await scanAllCalendars(em);
    expect(await calendarOf(relationshipId)).toMatchObject({
      nextDayAt: wrong,
      tzVersion: "2000a",
    });
    expect((await watch()).tzVersion).toBe("9999z");
  });
});

/** Hours from now, by the product's clock, before which nothing closes. */
async function graceHours(movedMs = 0): Promise<number> {
  const { closesFrom } = await watch();
  return Math.round(((closesFrom?.getTime() ?? 0) - Date.now() - movedMs) / HOUR_MS);
}
