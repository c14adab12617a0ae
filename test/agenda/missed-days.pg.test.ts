import { beforeEach, expect, test } from "@jest/globals";
import { pino } from "pino";
import { scanCalendars, type PlaceText } from "../../activities/agenda/calendar/scan-calendars.ts";
import { materialiseForEvent } from "../../activities/agenda/calendar/materialise-for-event.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { DAYS_AT_ONCE } from "../../contract/agenda/vocabulary.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { addDays, localDateOf } from "../../rules/local-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { empty } from "../factories/empty.ts";
import { formOf } from "../factories/forms/forms.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { type AgendaOwner, buildAssignment, planBodies } from "../factories/plans/plans.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
const LONG = 140;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const log = pino({ level: "silent" });

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await empty(ownerUrl);
});

test("One scan opens a missed year in slices, each day once and with all its tasks", async () => {
  const owner = await buildAgendaOwner(em);
  await buildAssignment(em, owner, planBodies.habit);
  const from = localDateOf(await clockNow(em.fork()), owner.timezone);
  await moveClock(ownerUrl, LONG * DAY_SECONDS);
  expect(await scanInSlices()).toEqual([31, 31, 31, 31, LONG - 4 * 31]);
  await expectEveryDay(owner, from, LONG);
  expect(await scanInSlices()).toEqual([0]);
}, 60_000);

test("Many relationships that missed a few days share the bound, and none is omitted", async () => {
  const owners: AgendaOwner[] = [];
  while (owners.length < 40) owners.push(await buildAgendaOwner(em));
  await moveClock(ownerUrl, 5 * DAY_SECONDS);
  const counts = await scanInSlices();
  expect(Math.max(...counts)).toBeLessThanOrEqual(DAYS_AT_ONCE.all);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5 * owners.length);
});

test("A form assigned during missed days is asked for on the present day only", async () => {
  const owner = await buildAgendaOwner(em);
  const from = localDateOf(await clockNow(em.fork()), owner.timezone);
  const content = formOf({ kind: "TEXT" });
  await buildFormAssignment(em, owner, { content });
  const dueAt = new Date((await clockNow(em.fork())).getTime() + 40 * DAY_SECONDS * 1_000);
  await buildFormAssignment(em, owner, { content, dueAt });
  await moveClock(ownerUrl, 33 * DAY_SECONDS);
  expect(await scanInSlices()).toEqual([31, 2]);
  const { relationshipId } = owner;
  const checkIns = await em.fork().find(AgendaTask, { relationshipId, taskKind: "CHECK_IN" });
  expect(checkIns.map(({ localDate, status }) => [localDate, status])).toEqual([
    [addDays(from, 33), "PENDING"],
    [addDays(from, 33), "PENDING"],
  ]);
}, 60_000);

test("An act on a relationship that missed too many days changes nothing and succeeds after the scan", async () => {
  const owner = await buildAgendaOwner(em);
  await moveClock(ownerUrl, LONG * DAY_SECONDS);
  const { workspaceId, relationshipId, coachUserId: byUserId } = owner;
  const request = { workspaceId, relationshipId, byUserId, reason: null, requestId: null };
  const pause = () =>
    transact(em, (tx) => moveRelationship(tx, { ...request, act: "PAUSE" }, hooks.relationships));
  await expect(pause()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(await daysOf(owner)).toHaveLength(1);
  await scanInSlices();
  await pause();
  expect(await daysOf(owner)).toHaveLength(LONG + 1);
});

test("A service that asks for missed days gets all of them, opened in several transactions", async () => {
  const owner = await buildAgendaOwner(em);
  await buildAssignment(em, owner, planBodies.habit);
  await moveClock(ownerUrl, LONG * DAY_SECONDS);
  const today = localDateOf(await clockNow(em.fork()), owner.timezone);
  const body = {
    sourceEventId: "outage-1",
    relationshipIds: [owner.relationshipId],
    from: today,
    to: today,
    reason: "an outage",
  };
  const origin = { caller: "a service", method: "POST", route: "/", requestId: "one" };
  const ask = () => materialiseForEvent(em, body, { ...origin, isStopping: () => false });
  const answer = await ask();
  expect(answer).toMatchObject({ replayed: false, materializedCount: LONG, skipped: [] });
  expect(answer.changedDates).toHaveLength(LONG);
  expect(await daysOf(owner)).toHaveLength(LONG + 1);
  expect(await ask()).toEqual({ ...answer, replayed: true });
});

function daysOf({ relationshipId }: AgendaOwner) {
  return em.fork().find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
}

/** Runs one complete scan and returns how many days each of its transactions opened. */
async function scanInSlices(): Promise<readonly number[]> {
  const counts: number[] = [];
  let after: PlaceText | null = null;
  do {
    const slice = await scanCalendars({ em, log }, { after });
    counts.push(slice.openedCount);
    ({ after } = slice);
  } while (after !== null);
  return counts;
}

async function expectEveryDay(owner: AgendaOwner, from: string, count: number): Promise<void> {
  const days = await daysOf(owner);
  expect(days.map(({ localDate }) => localDate)).toEqual(
    Array.from({ length: count + 1 }, (_, index) => addDays(from, index)),
  );
  for (const [index, { endsAt, closesAt, lookAt, taskCount }] of days.entries()) {
    const isPresent = index === count;
    expect(endsAt === null).toBe(isPresent);
    expect(closesAt === null).toBe(isPresent);
    expect(lookAt).toEqual(closesAt);
    // On the first one the plan was assigned, but no event had been delivered yet.
    expect(taskCount).toBe(index === 0 ? 0 : 1);
  }
}
