import { beforeEach, describe, expect, test } from "@jest/globals";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { reinstateUser, suspendUser } from "../../activities/accounts/support/suspend-user.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { empty } from "../factories/empty.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildAgenda, type AgendaOwner } from "../factories/plans/plans.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await empty(ownerUrl);
});

describe("A paused relationship", () => {
  test("has no days and closes none, and after the pause continues with the present date", async () => {
    const owner = await buildAgendaOwner(em);
    const { localDate } = await buildAgenda(em, owner);
    await moveClock(ownerUrl, DAY_SECONDS);
    await move(owner, "PAUSE");
    // Pausing first brought the calendar up to now.
    expect(await calendarOf(owner)).toMatchObject({
      localDate: dayAfter(localDate),
      nextDayAt: null,
      lookAt: null,
    });
    expect(await daysOf(owner)).toMatchObject([
      { closesAt: null, lookAt: null, closedAt: null },
      { closesAt: null, lookAt: null, taskCount: 5 },
    ]);
    await moveClock(ownerUrl, 5 * DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
    await move(owner, "RESUME");
    const present = afterDays(localDate, 5);
    const days = await daysOf(owner);
    expect(days).toMatchObject([
      { localDate },
      { localDate: dayAfter(localDate) },
      { localDate: present, taskCount: 5, notOffered: false, closesAt: null },
    ]);
    const calendar = await calendarOf(owner);
    expect(calendar).toMatchObject({ localDate: present, lookAt: calendar.nextDayAt });
    const resumedAt = days[2]?.openedAt.getTime() ?? 0;
    const least = Math.max(calendar.nextDayAt?.getTime() ?? 0, resumedAt + DAY_MS);
    for (const { closesAt, lookAt } of days.slice(0, 2)) {
      expect(closesAt?.getTime()).toBe(least);
      expect(lookAt).toEqual(closesAt);
    }
  });

  test("continues with its day when it is resumed on the same day", async () => {
    const owner = await buildAgendaOwner(em);
    const { localDate } = await buildAgenda(em, owner);
    const before = await calendarOf(owner);
    await move(owner, "PAUSE");
    await move(owner, "RESUME");
    expect(await calendarOf(owner)).toEqual(before);
    expect(await daysOf(owner)).toMatchObject([{ localDate, taskCount: 5, closesAt: null }]);
  });

  test("stops its calendar for good when it ends, and its days close at once", async () => {
    const owner = await buildAgendaOwner(em);
    await buildAgenda(em, owner);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    await move(owner, "END");
    expect(await calendarOf(owner)).toMatchObject({ nextDayAt: null, lookAt: null });
    const days = await daysOf(owner);
    expect(days).toHaveLength(2);
    for (const { endsAt, closedAt, lookAt } of days) {
      expect(endsAt).not.toBeNull();
      expect(lookAt).toBeNull();
      expect(closedAt?.getTime()).toBeLessThanOrEqual(Date.now() + DAY_MS + 60_000);
    }
    await moveClock(ownerUrl, 3 * DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
  });
});

describe("During a suspension", () => {
  const origin = { actor: "operator", reason: "test", requestId: "test" };
  const moveSpace = ({ workspaceId }: AgendaOwner, act: "SUSPEND" | "REINSTATE") =>
    transact(em, (tx) => moveWorkspace(tx, { ...origin, workspaceId, act }, hooks.workspaces));

  test("of a workspace the calendars of its clients stop and those of others do not", async () => {
    const owner = await buildAgendaOwner(em);
    const other = await buildAgendaOwner(em);
    await moveSpace(owner, "SUSPEND");
    expect(await calendarOf(owner)).toMatchObject({ nextDayAt: null, lookAt: null });
    await moveClock(ownerUrl, 3 * DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 3, failedCount: 0 });
    await moveSpace(owner, "REINSTATE");
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
    expect(await daysOf(owner)).toHaveLength(2);
    expect(await daysOf(other)).toHaveLength(4);
  });

  test("of one hour the calendar is unchanged afterwards, and devices learn when open days now close", async () => {
    const owner = await buildAgendaOwner(em);
    const { relationshipId } = owner;
    await buildAgenda(em, owner);
    const before = await calendarOf(owner);
    const counter = async () =>
      (await em.fork().findOneOrFail(RelationshipScope, { relationshipId })).seq;
    const counted = await counter();
    await moveSpace(owner, "SUSPEND");
    await moveSpace(owner, "REINSTATE");
    await scanAllCalendars(em);
    expect(await calendarOf(owner)).toEqual(before);
    expect(await counter()).toBe(counted + 1);
  });

  test("of a client the calendar stops until the client is reinstated", async () => {
    const owner = await buildAgendaOwner(em);
    const act = { ...origin, role: "admin", userId: owner.clientUserId };
    await transact(em, (tx) => suspendUser(tx, act, hooks));
    expect(await calendarOf(owner)).toMatchObject({ nextDayAt: null, lookAt: null });
    await moveClock(ownerUrl, 3 * DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
    await transact(em, (tx) => reinstateUser(tx, act, hooks));
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
    expect(await daysOf(owner)).toMatchObject([{}, { notOffered: false }]);
  });

  test("of a paused client the calendar stops until both have ended", async () => {
    const owner = await buildAgendaOwner(em);
    const act = { ...origin, role: "admin", userId: owner.clientUserId };
    await move(owner, "PAUSE");
    await transact(em, (tx) => suspendUser(tx, act, hooks));
    await transact(em, (tx) => reinstateUser(tx, act, hooks));
    expect(await calendarOf(owner)).toMatchObject({ nextDayAt: null, lookAt: null });
    await move(owner, "RESUME");
    expect((await calendarOf(owner)).nextDayAt).not.toBeNull();
  });
});

function calendarOf({ relationshipId }: AgendaOwner) {
  return em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
}

function daysOf({ relationshipId }: AgendaOwner) {
  return em.fork().find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
}

function afterDays(localDate: string, days: number) {
  return new Date(Date.parse(localDate) + days * DAY_MS).toISOString().slice(0, 10);
}

function move(owner: AgendaOwner, act: RelationshipAct) {
  return transact(em, (tx) =>
    moveRelationship(
      tx,
      {
        act,
        workspaceId: owner.workspaceId,
        relationshipId: owner.relationshipId,
        byUserId: owner.coachUserId,
        reason: "test",
        requestId: null,
      },
      hooks.relationships,
    ),
  );
}
