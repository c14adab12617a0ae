import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { type DayPlaceText, scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { type PlanContent, planContentSchema } from "../../contract/plans/content-schema.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter, dayBefore, startOfLocalDay } from "../../rules/local-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { withShown } from "../factories/agenda/agenda-rows.ts";
import { empty } from "../factories/empty.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { setClock } from "../factories/set-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const HOUR_MS = 3_600_000;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const acts = planActs(em);
const log = pino({ level: "silent" });
beforeEach(() => empty(ownerUrl));
afterAll(() => moveClock(ownerUrl, 0));

interface Times {
  readonly startTime: string | null;
  readonly dueTime: string | null;
}

const habit = (times: Times): PlanContent => ({ ...planBodies.habit, ...times });

/** Plans whose times gave an empty span or left their day, and the instants they now become. */
const CASES = [
  {
    what: "is due at 00:00",
    timezone: "UTC",
    localDate: "2027-06-02",
    times: { startTime: null, dueTime: "00:00" },
    shown: ["2027-06-02T00:00", "2027-06-03T00:00"],
  },
  {
    what: "is due at 00:00 of a day of 23 hours",
    timezone: "Europe/Berlin",
    localDate: "2027-03-28",
    times: { startTime: "22:00", dueTime: "00:00" },
    shown: ["2027-03-28T20:00", "2027-03-28T22:00"],
  },
  {
    what: "starts at a skipped time that comes after it is due",
    timezone: "Europe/Berlin",
    localDate: "2027-03-28",
    times: { startTime: "02:30", dueTime: "03:15" },
    shown: ["2027-03-28T01:30", "2027-03-28T02:15"],
  },
  {
    what: "is due as its day begins",
    timezone: "Africa/Cairo",
    localDate: "2027-04-30",
    times: { startTime: null, dueTime: "01:00" },
    shown: ["2027-04-29T22:00", "2027-04-29T23:00"],
  },
  {
    what: "starts after the end of its day",
    timezone: "America/Nuuk",
    localDate: "2027-03-27",
    times: { startTime: "23:30", dueTime: null },
    shown: ["2027-03-28T00:30", "2027-03-28T01:00"],
  },
  {
    what: "is due before it starts, in a revision that is kept",
    timezone: "UTC",
    localDate: "2027-06-02",
    times: { startTime: "10:00", dueTime: "09:00" },
    shown: ["2027-06-02T10:00", "2027-06-03T00:00"],
  },
] as const;

describe.each(CASES)("A plan that $what ($timezone, $localDate)", (plan) => {
  const { timezone, localDate, times } = plan;
  const { startTime, dueTime } = times;
  const [from, until] = plan.shown.map((at) => `${at}:00.000Z`);

  async function begin() {
    await setClock(ownerUrl, startOfLocalDay(dayBefore(localDate), timezone));
    const owner = await buildAgendaOwner(em, { timezone });
    const reminding = await acts.give(owner, reminder(times));
    await acts.give(owner, habit(times));
    await goTo(localDate, timezone);
    return { owner, reminding };
  }

  test("is shown on its day; what is assigned after it arrives that day and the next", async () => {
    const { owner } = await begin();
    expect(await cardsOf(owner, localDate)).toEqual([[from, until]]);
    await acts.give(owner, planBodies.steps);
    const [due, timeless] = await tasksOf(owner, localDate);
    expect(due).toMatchObject({
      startsAt: startTime === null ? null : new Date(String(from)),
      dueAt: dueTime === null ? null : new Date(String(until)),
    });
    expect(timeless).toMatchObject({ status: "PENDING", snapshot: { title: "Walk" } });
    await goTo(dayAfter(localDate), timezone);
    expect(await cardsOf(owner, dayAfter(localDate))).toHaveLength(1);
    expect(await tasksOf(owner, dayAfter(localDate))).toHaveLength(2);
    await goTo(dayAfter(dayAfter(localDate)), timezone);
    const statuses = (await tasksOf(owner, localDate)).map(({ status }) => status);
    expect(statuses).toEqual(["MISSED", "MISSED"]);
  });

  test("blocks no act of its assignment or its relationship", async () => {
    const { owner, reminding } = await begin();
    const { assignmentId } = reminding;
    await acts.pause(owner, assignmentId);
    await acts.resume(owner, assignmentId);
    await acts.publish(owner, reminding.planId, reminder({ startTime: null, dueTime: "00:00" }));
    await acts.spread();
    await acts.supersede(owner, assignmentId, await acts.make(owner, reminder(times)));
    expect(await cardsOf(owner, localDate)).toHaveLength(1);
    await moveTo(owner, "Asia/Tokyo");
    await moveTo(owner, timezone);
    await act(owner, "PAUSE");
    await act(owner, "RESUME");
    await goTo(dayAfter(localDate), timezone);
    expect(await cardsOf(owner, dayAfter(localDate))).toEqual([
      [expect.anything(), expect.anything()],
    ]);
    await act(owner, "END");
    expect(await datesOf(owner)).toEqual([dayBefore(localDate), localDate, dayAfter(localDate)]);
  });
});

type Owner = Awaited<ReturnType<typeof buildAgendaOwner>>;

function reminder(times: Times) {
  return planContentSchema.parse({
    kind: "CUSTOM_REMINDER",
    title: "Tablets",
    recurrence: { rrule: "FREQ=DAILY" },
    ...times,
  });
}

/** Moves to the middle of a local day and scans for what is due by then. */
async function goTo(localDate: string, timezone: string): Promise<void> {
  await setClock(ownerUrl, new Date(startOfLocalDay(localDate, timezone).getTime() + 9 * HOUR_MS));
  expect((await scanAllCalendars(em)).failedCount).toBe(0);
  let after: DayPlaceText | null = null;
  do ({ after } = await scanDays({ em, log }, { after }));
  while (after !== null);
}

function act(
  { workspaceId, relationshipId, coachUserId: byUserId }: Owner,
  named: RelationshipAct,
) {
  return transact(em, (tx) =>
    moveRelationship(
      tx,
      { act: named, workspaceId, relationshipId, byUserId, reason: null, requestId: null },
      hooks.relationships,
    ),
  );
}

function moveTo({ clientUserId: userId }: Owner, timezone: string) {
  const profile = saveClientProfileSchema.parse({ displayName: "Ana", timezone, locale: "en" });
  return transact(em, (tx) =>
    saveClientProfile(tx, { userId, profile, requestId: null }, hooks.relationships),
  );
}

async function cardsOf({ relationshipId }: Owner, localDate: string) {
  const { informationalCards } = await readNotices(em.fork(), { relationshipId, localDate });
  return informationalCards.map(({ displayFrom, displayUntil }) => [displayFrom, displayUntil]);
}

async function tasksOf({ relationshipId }: Owner, localDate: string) {
  const orderBy = { dueAt: "asc nulls last" } as const;
  return await withShown(
    em,
    await em.fork().find(AgendaTask, { relationshipId, localDate }, { orderBy }),
  );
}

async function datesOf({ relationshipId }: Owner) {
  const days = await em
    .fork()
    .find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
  return days.map(({ localDate }) => localDate);
}
