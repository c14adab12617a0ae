import { beforeEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { pino } from "pino";
import { type DayPlaceText, scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { PlannedTimes } from "../../rules/plans/lay-into-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import {
  advance,
  beginModel,
  type CalendarModel,
  goOn,
  moveTo,
  stop,
} from "../factories/agenda/calendar-model.ts";
import { complaintsOf } from "../factories/agenda/days-model.ts";
import { empty } from "../factories/empty.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildAssignment, planBodies } from "../factories/plans/plans.ts";
import { setClock } from "../factories/set-clock.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Past a quarter hour, so that no midnight falls between two statements. */
const PAST_MS = 7 * 60_000;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const log = pino({ level: "silent" });
beforeEach(() => moveClock(ownerUrl, 0));

/** Zones with days of unusual length, without a midnight or with two, and such days. */
const CASES: readonly (readonly [zone: string, around: string])[] = [
  ["Africa/Cairo", "2027-04-30"],
  ["Africa/Cairo", "2027-10-29"],
  ["America/Havana", "2027-03-14"],
  ["America/Havana", "2027-11-07"],
  ["America/Nuuk", "2027-03-28"],
  ["America/Nuuk", "2027-10-31"],
  ["America/Santiago", "2027-04-04"],
  ["America/Santiago", "2027-09-05"],
  ["Asia/Beirut", "2027-03-28"],
  ["Asia/Beirut", "2027-10-31"],
  ["Atlantic/Azores", "2027-03-28"],
  ["Atlantic/Azores", "2027-10-31"],
  ["Australia/Lord_Howe", "2027-04-04"],
  ["Australia/Lord_Howe", "2027-10-03"],
  ["Pacific/Kiritimati", "2027-06-10"],
  ["Pacific/Niue", "2027-06-10"],
];
const ZONES = [...new Set(CASES.map(([zone]) => zone)), "UTC"];

const step = fc.record({
  quarters: fc.integer({ min: 1, max: 40 * 4 }),
  /** No scan runs before or after this step. */
  isDown: fc.boolean(),
  act: fc.constantFrom("PASS", "PASS", "PASS", "MOVE", "MOVE", "PAUSE", "SUSPEND"),
  zone: fc.constantFrom(...ZONES),
});
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** A time of day near a clock change, or null. */
const aTime = fc.option(
  fc.constantFrom("00:00", "00:30", "01:00", "02:15", "02:30", "03:00", "12:00", "23:30"),
);

const course = fc.record({
  times: fc.record({ startTime: aTime, dueTime: aTime }),
  home: fc.constantFrom(...CASES),
  quartersBefore: fc.integer({ min: 1, max: 96 * 4 }),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  ends: fc.boolean(),
});

const reminder = planContentSchema.parse({
  kind: "CUSTOM_REMINDER",
  title: "Tablets",
  recurrence: { rrule: "FREQ=DAILY" },
});

/** Counts the days of all histories, for long campaigns. */
let dayCount = 0;

test("In odd zones, with missed scans, moves, pauses, suspensions and ends, each date opens and closes once, and nothing is missed before its grace ends", async () => {
  const numRuns = campaignSize("CALENDAR_COURSES", 4);
  await fc.assert(
    fc.asyncProperty(course, async (drawn) => {
      const {
        home: [zone, around],
        quartersBefore,
        steps,
        ends,
        times,
      } = drawn;
      await moveClock(ownerUrl, 0);
      await empty(ownerUrl);
      const begins = Date.parse(around) + 6 * HOUR_MS - (quartersBefore * HOUR_MS) / 4 + PAST_MS;
      const world = await begin(zone, begins, times);
      for (const each of steps) await take(world, each);
      await bringToAnEnd(world, ends);
      await expectEachOnce(world, ends);
      dayCount += world.model.begun.length;
    }),
    { numRuns, endOnFailure: true },
  );
  if (numRuns > 100) process.stdout.write(`${dayCount} days of ${numRuns} relationships\n`);
}, 600_000);

test("A move from Kiritimati to Niue and back skips and repeats no date wrongly", async () => {
  await empty(ownerUrl);
  const world = await begin("Pacific/Kiritimati", Date.parse("2027-06-10T03:07:00Z"));
  const quietly = { act: "PASS", isDown: false, quarters: 16, zone: "UTC" } as const;
  await take(world, { ...quietly, act: "MOVE", zone: "Pacific/Niue" });
  for (let count = 0; count < 20; count += 1) await take(world, quietly);
  await take(world, { ...quietly, act: "MOVE", zone: "Pacific/Kiritimati" });
  for (let count = 0; count < 12; count += 1) await take(world, quietly);
  await bringToAnEnd(world, false);
  await expectEachOnce(world, false);
  const dates = world.model.begun.map(({ localDate }) => localDate);
  // The 10th lasted 49 hours. The date skipped on the way back has no row.
  expect(dates.slice(0, 6)).toEqual([
    "2027-06-10",
    "2027-06-11",
    "2027-06-12",
    "2027-06-13",
    "2027-06-15",
    "2027-06-16",
  ]);
});

interface World {
  readonly owner: Awaited<ReturnType<typeof buildAgendaOwner>>;
  readonly model: CalendarModel;
  state: "RUNNING" | "PAUSED" | "SUSPENDED";
  now: number;
}

/** A habit and a reminder are due every day, at any times: they never make opening a day fail. */
async function begin(
  timezone: string,
  now: number,
  times: PlannedTimes = { startTime: null, dueTime: null },
): Promise<World> {
  await setClock(ownerUrl, new Date(now));
  const owner = await buildAgendaOwner(em, { timezone });
  await buildAssignment(em, owner, { ...planBodies.habit, ...times });
  await buildAssignment(em, owner, { ...reminder, ...times });
  return { owner, model: beginModel(timezone, now), state: "RUNNING", now };
}

async function pass(world: World, ms: number): Promise<void> {
  world.now += ms;
  await setClock(ownerUrl, new Date(world.now));
}

/** One complete scan, as the workflow runs it. */
async function scan({ model, now }: World): Promise<void> {
  expect((await scanAllCalendars(em)).failedCount).toBe(0);
  let after: DayPlaceText | null = null;
  do ({ after } = await scanDays({ em, log }, { after }));
  while (after !== null);
  advance(model, now);
}

async function take(world: World, { quarters, isDown, act: kind, zone }: Step): Promise<void> {
  await pass(world, (quarters * HOUR_MS) / 4);
  if (!isDown) await scan(world);
  if (kind === "MOVE") await move(world, zone);
  if (kind === "PAUSE") await pauseOrResume(world);
  if (kind === "SUSPEND") await suspendOrReinstate(world);
}

async function move({ owner, model, now }: World, timezone: string): Promise<void> {
  const profile = saveClientProfileSchema.parse({ displayName: "Ana", timezone, locale: "en" });
  const saving = { userId: owner.clientUserId, profile, requestId: null };
  await transact(em, (tx) => saveClientProfile(tx, saving, hooks.relationships));
  // A move first brings the calendar up to now, as every act does.
  advance(model, now);
  moveTo(model, timezone, now);
}

async function pauseOrResume(world: World): Promise<void> {
  const { model, now, state } = world;
  if (state === "SUSPENDED") return;
  if (state === "RUNNING") {
    await act(world, "PAUSE");
    advance(model, now);
    stop(model);
    world.state = "PAUSED";
    return;
  }
  await act(world, "RESUME");
  goOn(model, now);
  world.state = "RUNNING";
}

async function suspendOrReinstate(world: World): Promise<void> {
  const { model, now, state, owner } = world;
  if (state === "PAUSED") return;
  const isSuspended = state === "SUSPENDED";
  const moving = {
    actor: "operator",
    reason: "test",
    requestId: "test",
    workspaceId: owner.workspaceId,
    act: isSuspended ? ("REINSTATE" as const) : ("SUSPEND" as const),
  };
  await transact(em, (tx) => moveWorkspace(tx, moving, hooks.workspaces));
  world.state = isSuspended ? "RUNNING" : "SUSPENDED";
  if (!isSuspended) return stop(model);
  // The next scan continues it.
  goOn(model, now);
  await scan(world);
}

async function act({ owner }: World, named: RelationshipAct): Promise<void> {
  const { workspaceId, relationshipId, coachUserId: byUserId } = owner;
  const request = {
    act: named,
    workspaceId,
    relationshipId,
    byUserId,
    reason: null,
    requestId: null,
  };
  await transact(em, (tx) => moveRelationship(tx, request, hooks.relationships));
}

/** Resumes everything; then the relationship ends, or days pass until all but the newest have closed. */
async function bringToAnEnd(world: World, ends: boolean): Promise<void> {
  if (world.state === "PAUSED") await pauseOrResume(world);
  if (world.state === "SUSPENDED") await suspendOrReinstate(world);
  if (ends) {
    await act(world, "END");
    advance(world.model, world.now);
    stop(world.model);
  }
  for (let day = 0; day < 5; day += 1) {
    await pass(world, DAY_MS);
    await scan(world);
  }
}

async function expectEachOnce({ owner, model }: World, ended: boolean): Promise<void> {
  const { relationshipId } = owner;
  const fork = em.fork();
  const days = await fork.find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
  expect(days.map(({ localDate }) => localDate)).toEqual(
    model.begun.map(({ localDate }) => localDate),
  );
  const closed = days.filter(({ closedAt }) => closedAt !== null);
  expect(closed.length).toBeGreaterThanOrEqual(ended ? days.length : days.length - 3);
  expect(days.at(-1)?.closedAt !== null).toBe(ended);
  const datesOf = async (type: "AgendaDayOpened" | "AgendaDayClosed") => {
    const rows = await fork.find(OutboxRow, {
      consumer: "event-feed",
      type,
      refs: { relationshipId },
    });
    return rows.map(({ refs }) => String(refs["localDate"])).toSorted();
  };
  expect(await datesOf("AgendaDayOpened")).toEqual(days.map(({ localDate }) => localDate));
  expect(await datesOf("AgendaDayClosed")).toEqual(closed.map(({ localDate }) => localDate));
  const tasks = await fork.find(AgendaTask, { relationshipId });
  expect(new Set(tasks.map(({ localDate }) => localDate)).size).toBe(tasks.length);
  const missed = await fork.find(AgendaTaskEvent, { relationshipId, toStatus: "MISSED" });
  expect(new Set(missed.map(({ taskId }) => taskId)).size).toBe(missed.length);
  const dateOf = new Map(tasks.map(({ id, localDate }) => [id, localDate]));
  for (const { taskId, occurredAt } of missed) {
    const grace = graceOf(model, dateOf.get(taskId) ?? "");
    expect(occurredAt.getTime()).toBeGreaterThanOrEqual(grace);
  }
  if (ended) return;
  expect(await complaintsOf(em, relationshipId)).toEqual([]);
  // The client did nothing: the one task of each closed date is missed.
  const isClosed = new Set(closed.map(({ localDate }) => localDate));
  const open = tasks.filter(({ localDate }) => !isClosed.has(localDate));
  const canceled = tasks.filter(({ status }) => status === "CANCELED");
  expect(missed.length).toBe(tasks.length - open.length - canceled.length);
}

/** The earliest instant at which a date may close: the end of the next one, and 22 hours after its own. */
function graceOf({ begun }: CalendarModel, localDate: string): number {
  const index = begun.findIndex((each) => each.localDate === localDate);
  const [end, nextEnd] = [begun[index + 1]?.at, begun[index + 2]?.at];
  if (end === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(end + 22 * HOUR_MS, nextEnd ?? end);
}
