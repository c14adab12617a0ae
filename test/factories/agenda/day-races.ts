import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { pino } from "pino";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { scanDays } from "../../../activities/agenda/closing/scan-days.ts";
import { endAssignment } from "../../../activities/plans/assignments/end-assignment.ts";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../../activities/relationships/save-client-profile.ts";
import type { RelationshipHook } from "../../../activities/relationships/relationship-hook.ts";
import { saveClientProfileSchema } from "../../../contract/relationships/client-profile-schema.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../../db/agenda/agenda-task-event.ts";
import { RelationshipCalendar } from "../../../db/agenda/calendar/relationship-calendar.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { addDays } from "../../../rules/local-day.ts";
import { hooks } from "../../../workers/hooks.ts";
import { buildAgendaOwner } from "./agenda-owner.ts";
import { close, dayOf, endDay } from "./closing-day.ts";
import { scanAllCalendars } from "./scan-all-calendars.ts";
import { type AgendaOwner, buildAssignment, planBodies } from "../plans/plans.ts";
import { settleAll, settlementDeps } from "../sync/settlement.ts";
import { admissionDeps, buildScope, type BuiltScope, queued, submit } from "../sync/sync.ts";

/** A connection for the acts of a race, and another one for its checks. */
export interface DayGround {
  readonly em: SqlEntityManager;
  readonly quiet: SqlEntityManager;
}

/** One round of a race; it fails if an invariant of every order is broken. */
type DayRace = (ground: DayGround, round: number) => Promise<void>;

/** Every race for days, by its two opponents. A review against an undo belongs to sync. */
export const dayRaces: Readonly<Record<string, DayRace>> = {
  "the close and a sync": closeAndSync,
  "the close and an undo": closeAndUndo,
  "the close and the end of an assignment": closeAndEnd,
  "the close and a change of zone": closeAndMove,
  "a pause and an opening": pauseAndOpen,
  "eight deliveries of one event": eightDeliveries,
};

const log = pino({ level: "silent" });

async function inOrder(
  round: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<void> {
  const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
  await Promise.all([first(), second()]);
}

async function statusesOf({ quiet }: DayGround, { relationshipId }: BuiltScope) {
  const tasks = await quiet.fork().find(AgendaTask, { relationshipId }, { orderBy: { id: "asc" } });
  return new Map(tasks.map(({ id, status }) => [id, status]));
}

/** The day matches its tasks and its history: closed, nothing open, counts correct. */
async function expectClosed(ground: DayGround, scope: BuiltScope): Promise<void> {
  await settleAll(settlementDeps(ground.quiet), scope);
  const statuses = [...(await statusesOf(ground, scope)).values()];
  expect(statuses.filter((status) => status === "PENDING" || status === "IN_PROGRESS")).toEqual([]);
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const day = await ground.quiet.fork().findOneOrFail(AgendaDay, dayOf(scope));
  expect(day).toMatchObject({
    closedAt: expect.any(Date),
    completedCount: count("COMPLETED"),
    skippedCount: count("SKIPPED"),
    missedCount: count("MISSED"),
  });
  const { relationshipId } = scope;
  const late = { relationshipId, reason: "LATE_EVIDENCE" };
  expect(day.lateCount > 0).toBe((await ground.quiet.fork().count(AgendaTaskEvent, late)) > 0);
}

/** An operation recorded before the close wins, whichever comes first. */
async function closeAndSync(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const { habit, meal } = scope.agenda;
  const clientRecordedAt = new Date(Date.now() - 1).toISOString();
  await endDay(ground.quiet, dayOf(scope));
  const batch = [
    queued("quick-log.complete-task", { taskId: habit.id }, { clientRecordedAt }),
    ...meal.items.map(({ id: itemId }) =>
      queued("quick-log.complete-item", { taskId: meal.id, itemId }, { clientRecordedAt }),
    ),
  ];
  await inOrder(
    round,
    () => close(ground.em, [dayOf(scope)]),
    async () => {
      const { results } = await submit(admissionDeps(ground.em), scope, batch);
      expect(results.map(({ status }) => status)).toEqual(batch.map(() => "ACCEPTED"));
    },
  );
  const statuses = await statusesOf(ground, scope);
  expect([statuses.get(habit.id), statuses.get(meal.id)]).toEqual(["COMPLETED", "COMPLETED"]);
  await expectClosed(ground, scope);
}

/** The task is missed, whichever comes first. */
async function closeAndUndo(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const { habit } = scope.agenda;
  const done = queued("quick-log.complete-task", { taskId: habit.id });
  await submit(admissionDeps(ground.quiet), scope, [done]);
  await endDay(ground.quiet, dayOf(scope));
  const { clientOperationId: undoesClientOperationId } = done;
  const undo = queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId });
  await inOrder(
    round,
    () => close(ground.em, [dayOf(scope)]),
    () => submit(admissionDeps(ground.em), scope, [undo]),
  );
  expect((await statusesOf(ground, scope)).get(habit.id)).toBe("MISSED");
  await expectClosed(ground, scope);
}

/** The task is canceled or missed, and never open. */
async function closeAndEnd(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const { habit } = scope.agenda;
  await endDay(ground.quiet, dayOf(scope));
  const { sourceId: assignmentId } = await ground.quiet
    .fork()
    .findOneOrFail(AgendaTask, { id: habit.id });
  const { relationshipId, workspaceId, coachUserId: byUserId } = scope;
  const end = { assignmentId, relationshipId, workspaceId, byUserId, requestId: "test" };
  await inOrder(
    round,
    () => close(ground.em, [dayOf(scope)]),
    () => transact(ground.em, (tx) => endAssignment(tx, end)),
  );
  expect(["CANCELED", "MISSED"]).toContain((await statusesOf(ground, scope)).get(habit.id));
  await expectClosed(ground, scope);
}

/** A midnight passes this long after the race began. */
const MIDNIGHT_MS = 120;

const dayEarlier = (at: Date) => new Date(at.getTime() - 86_400_000);

/** Makes the day before yesterday due to close, and the newest day end, at an instant. */
async function putMidnight({ quiet }: DayGround, owner: AgendaOwner, at: Date) {
  const { relationshipId } = owner;
  const fork = quiet.fork();
  const today = await fork.findOneOrFail(AgendaDay, { relationshipId });
  const [yesterday, before] = [addDays(today.localDate, -1), addDays(today.localDate, -2)];
  await fork.nativeUpdate(AgendaDay, { relationshipId }, { localDate: yesterday });
  const closing = { local_date: before, closes_at: at, look_at: at, ends_at: dayEarlier(at) };
  await sql`insert into agenda_day
    select (jsonb_populate_record(day, ${JSON.stringify(closing)}::jsonb)).*
    from agenda_day day where relationship_id = ${relationshipId}`.execute(fork.getKysely());
  const calendar = { localDate: yesterday, nextDayAt: at, lookAt: at };
  await fork.nativeUpdate(RelationshipCalendar, { relationshipId }, calendar);
  return { today: today.localDate, before };
}

/**
 * The client moves westwards about midnight. Before it the day continues, and the previous day does not close; after
 * it the next day has begun, and both keep their zone.
 */
async function closeAndMove(ground: DayGround, round: number): Promise<void> {
  // At any time, clocks of the two zones show dates that are a day apart.
  const [timezone, away] = ["Pacific/Kiritimati", "Pacific/Niue"];
  const owner = await buildAgendaOwner(ground.quiet, { timezone });
  const { relationshipId, clientUserId: userId } = owner;
  const midnight = new Date((await clockNow(ground.quiet.fork())).getTime() + MIDNIGHT_MS);
  const { today, before } = await putMidnight(ground, owner, midnight);
  const slowly: RelationshipHook = {
    zoneChanged: async () => await sleep(2 * MIDNIGHT_MS, null),
  };
  const profile = saveClientProfileSchema.parse({
    displayName: "Ana",
    timezone: away,
    locale: "en",
  });
  const saving = { userId, profile, requestId: null };
  const all = [...hooks.relationships, slowly];
  const scanning = async () => {
    await scanAllCalendars(ground.em);
    await scanDays({ em: ground.em, log }, { after: null });
  };
  const moving = () => transact(ground.em, (tx) => saveClientProfile(tx, saving, all));
  const later = async (act: () => Promise<unknown>, ms: number) => {
    await sleep(ms);
    await act();
  };
  await Promise.all([
    later(moving, round % 2 === 0 ? 0 : 1.2 * MIDNIGHT_MS),
    later(scanning, 1.5 * MIDNIGHT_MS),
  ]);
  await scanning();
  const fork = ground.quiet.fork();
  const { zoneChangesAt } = await fork.findOneOrFail(Relationship, { id: relationshipId });
  const goesOn = zoneChangesAt?.getTime() === midnight.getTime();
  expect(await fork.count(AgendaDay, { relationshipId, localDate: today })).toBe(goesOn ? 0 : 1);
  const closing = await fork.findOneOrFail(AgendaDay, { relationshipId, localDate: before });
  expect(closing.closedAt === null).toBe(goesOn);
  const calendar = await fork.findOneOrFail(RelationshipCalendar, { relationshipId });
  if (!goesOn) expect(calendar.nextDayAt).toEqual(zoneChangesAt);
  expect(calendar.timezone).toBe(goesOn ? away : timezone);
}

/** In either order the day is opened once, and then the calendar stops. */
async function pauseAndOpen(ground: DayGround, round: number): Promise<void> {
  const owner = await buildAgendaOwner(ground.quiet);
  const { workspaceId, relationshipId, coachUserId: byUserId } = owner;
  const { today } = await putMidnight(ground, owner, await clockNow(ground.quiet.fork()));
  const request = { workspaceId, relationshipId, byUserId, reason: null, requestId: null };
  await inOrder(
    round,
    () => scanAllCalendars(ground.em),
    async () => {
      // The sweep reads who is due before it locks anybody: a pause that begins with it is over by then.
      await sleep(round % 20);
      await transact(ground.em, (tx) =>
        moveRelationship(tx, { ...request, act: "PAUSE" }, hooks.relationships),
      );
    },
  );
  const fork = ground.quiet.fork();
  const still = { nextDayAt: null, lookAt: null };
  expect(await fork.findOneOrFail(RelationshipCalendar, { relationshipId })).toMatchObject({
    ...still,
    localDate: today,
  });
  const days = await fork.find(AgendaDay, { relationshipId });
  expect(days).toHaveLength(3);
  for (const day of days) expect(day).toMatchObject({ closesAt: null, lookAt: null });
}

/** Eight deliveries make one task and one event. */
async function eightDeliveries(ground: DayGround): Promise<void> {
  const owner = await buildAgendaOwner(ground.quiet);
  const { relationshipId } = owner;
  const assignmentId = await buildAssignment(ground.quiet, owner, planBodies.meal);
  const made = await Promise.all(
    Array.from({ length: 8 }, () =>
      transact(ground.em, (tx) => followAssignment(tx, { assignmentId, requestId: null })),
    ),
  );
  expect(made.flat()).toHaveLength(1);
  const fork = ground.quiet.fork();
  expect(await fork.count(AgendaTask, { relationshipId })).toBe(1);
  expect(await fork.count(AgendaTaskEvent, { relationshipId })).toBe(1);
  const refs = { relationshipId };
  const where = { consumer: "event-feed", type: "AgendaDayRefreshed", refs } as const;
  expect(await fork.count(OutboxRow, where)).toBe(1);
}
