import { beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pino } from "pino";
import { bringUpToNow } from "../../activities/agenda/calendar/open-days.ts";
import { type DayPlaceText, scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { assignPlan } from "../../activities/plans/assignments/assign-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { lockCalendars } from "../../db/agenda/calendar/lock-calendars.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { lockFreeScopes, lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter, localDateOf } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { countAgendaRows } from "../factories/agenda/agenda-rows.ts";
import { empty } from "../factories/empty.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildAgenda,
  buildAssignment,
  planBodies,
  type AgendaOwner,
} from "../factories/plans/plans.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
/** Relationships in addition to one that fails and one that is locked. */
const OTHERS = campaignSize("LOOK_OTHERS", 60);

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 10 });
const log = pino({ level: "silent" });

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  // The scan sees every relationship, so remove those of earlier tests.
  await empty(ownerUrl);
});

const today = async (owner: AgendaOwner) => localDateOf(await clockNow(em.fork()), owner.timezone);

describe("The scan", () => {
  test("opens the next day of every relationship once it has begun there, and only once", async () => {
    const here = await buildAgendaOwner(em);
    const there = await buildAgendaOwner(em, { timezone: "Australia/Lord_Howe" });
    await buildAgenda(em, here);
    await buildAgenda(em, there);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
    await moveClock(ownerUrl, DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 2, failedCount: 0 });
    for (const owner of [here, there]) {
      const executor = executorOf(em.fork());
      const tasks = await listDayTasks(executor, owner.relationshipId, [await today(owner)]);
      expect(tasks).toHaveLength(5);
      expect(await countAgendaRows(em, owner)).toMatchObject({
        tasks: 10,
        days: 2,
        seq: 3,
        events: 10,
      });
    }
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
  });

  test("opens the first day when a relationship begins, and later ones even without plans", async () => {
    const owner = await buildAgendaOwner(em);
    const first = await today(owner);
    expect(await daysOf(owner)).toMatchObject([
      { localDate: first, taskCount: 0, notOffered: false, endsAt: null, closesAt: null },
    ]);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    const end = new Date(`${dayAfter(first)}T00:00:00Z`);
    const close = new Date(`${dayAfter(dayAfter(first))}T00:00:00Z`);
    expect(await daysOf(owner)).toMatchObject([
      { localDate: first, endsAt: end, closesAt: close, lookAt: close },
      { localDate: dayAfter(first), endsAt: null, closesAt: null, lookAt: null },
    ]);
  });

  test("opens each missed day, and late ones as not offered", async () => {
    const owner = await buildAgendaOwner(em);
    const { localDate } = await buildAgenda(em, owner);
    await moveClock(ownerUrl, 3 * DAY_SECONDS);
    expect(await scanAllCalendars(em)).toMatchObject({ openedCount: 3 });
    const days = await daysOf(owner);
    expect(days).toMatchObject([
      { localDate, notOffered: false, taskCount: 5 },
      { notOffered: true, taskCount: 5 },
      { notOffered: true, taskCount: 5 },
      { localDate: await today(owner), taskCount: 5, endsAt: null },
    ]);
  });

  test("passes over a relationship that is locked and finds it next time", async () => {
    const owner = await buildAgendaOwner(em);
    await moveClock(ownerUrl, DAY_SECONDS);
    await transact(em, async (tx) => {
      await lockScope(tx, owner.relationshipId);
      expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 0 });
    });
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
  });

  test("takes as many statements for fifty relationships as for one", async () => {
    const one = await buildMany(1);
    const fifty = await buildMany(50);
    await moveClock(ownerUrl, DAY_SECONDS);
    const count = async (owners: readonly AgendaOwner[]) => {
      const ids = owners.map(({ relationshipId }) => relationshipId);
      const { result, statements } = await recordStatements(() =>
        transact(em, async (tx) => {
          const free = await lockFreeScopes(tx, ids);
          return await bringUpToNow(tx, free, { now: await clockNow(tx), requestId: null });
        }),
      );
      expect(result.opened).toHaveLength(owners.length);
      expect(result.made).toHaveLength(owners.length);
      return statements;
    };
    const statements = await count(one);
    expect(statements).toHaveLength(20);
    expect(await count(fifty)).toEqual(statements);
  });

  test("ends an assignment past its last day", async () => {
    const owner = await buildAgendaOwner(em);
    const day = await today(owner);
    const assignment = await assignOn(owner, day);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    const ended = await em.fork().findOneOrFail(PlanAssignment, assignment.id);
    expect(ended.status).toBe("ENDED");
    expect((await countAgendaRows(em, owner)).tasks).toBe(0);
  });

  test("retries a failing relationship later; neither it nor a locked one blocks the others", async () => {
    const noon = await secondsUntilNoon();
    await moveClock(ownerUrl, noon);
    const owners = await buildMany(OTHERS);
    const [poisoned, locked] = owners;
    if (!poisoned || !locked) throw new Error("Expected many relationships");
    await moveClock(ownerUrl, noon + DAY_SECONDS);
    const { relationshipId } = poisoned;
    const nowhere = { timezone: "Mars/Olympus" };
    await em.fork().nativeUpdate(Relationship, { id: relationshipId }, nowhere);
    await transact(em, async (tx) => {
      await lockScope(tx, locked.relationshipId);
      expect(await scanAllCalendars(em)).toEqual({ openedCount: OTHERS - 2, failedCount: 1 });
    });
    const now = await clockNow(em.fork());
    const left = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
    expect(left.lookFailures).toBe(1);
    expect(left.lookAt?.getTime()).toBeGreaterThan(now.getTime());
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
    // The same holds when the days close, two midnights later.
    await moveClock(ownerUrl, noon + 2 * DAY_SECONDS);
    await transact(em, async (tx) => {
      await lockScope(tx, locked.relationshipId);
      expect(await scanAllCalendars(em)).toEqual({ openedCount: OTHERS - 2, failedCount: 1 });
      expect(await closeAll()).toEqual({ closedCount: OTHERS - 2, failedCount: 0 });
    });
    await scanAllCalendars(em);
    expect(await closeAll()).toEqual({ closedCount: 1, failedCount: 0 });
    await em.fork().nativeUpdate(Relationship, { id: relationshipId }, { timezone: "UTC" });
    await moveClock(ownerUrl, noon + 2 * DAY_SECONDS + 3_600);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 2, failedCount: 0 });
    expect(await closeAll()).toEqual({ closedCount: 1, failedCount: 0 });
  }, 600_000);

  test("retries later a day that cannot be closed, and it does not block the others", async () => {
    const owners = await buildMany(OTHERS);
    const [poisoned] = owners;
    if (!poisoned) throw new Error("Expected many relationships");
    const { relationshipId } = poisoned;
    await moveClock(ownerUrl, 2 * DAY_SECONDS);
    await scanAllCalendars(em);
    const superuser = new Client({ connectionString: ownerUrl });
    await superuser.connect();
    await superuser.query(`alter table agenda_day add constraint never_closes
      check (relationship_id <> '${relationshipId}' or closed_at is null) not valid`);
    expect(await closeAll()).toEqual({ closedCount: OTHERS - 1, failedCount: 1 });
    expect(await closeAll()).toEqual({ closedCount: 0, failedCount: 0 });
    await superuser.query("alter table agenda_day drop constraint never_closes");
    await superuser.end();
    await moveClock(ownerUrl, 2 * DAY_SECONDS + 120);
    expect(await closeAll()).toEqual({ closedCount: 1, failedCount: 0 });
  }, 600_000);

  test("passes over a calendar that is locked without its scope, and nothing waits for it", async () => {
    const [locked, other] = [await buildAgendaOwner(em), await buildAgendaOwner(em)];
    await moveClock(ownerUrl, DAY_SECONDS);
    await transact(em, async (tx) => {
      await lockCalendars(tx, [locked.relationshipId]);
      expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
    });
    expect(await em.fork().count(AgendaDay, { relationshipId: other.relationshipId })).toBe(2);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
  });

  test("leaves a relationship whose rows are locked too long for later, and opens and closes the others", async () => {
    const owners = await buildMany(4);
    const [locked] = owners;
    if (!locked) throw new Error("Expected four relationships");
    const { relationshipId } = locked;
    const holder = new Client({ connectionString: ownerUrl });
    await holder.connect();
    const whileLocked = async (scan: () => Promise<void>) => {
      await holder.query("begin");
      const rows = "select from agenda_day where relationship_id = $1 for update";
      await holder.query(rows, [relationshipId]);
      await scan();
      await holder.query("rollback");
    };
    await moveClock(ownerUrl, DAY_SECONDS);
    await whileLocked(async () =>
      expect(await scanAllCalendars(em)).toEqual({ openedCount: 3, failedCount: 1 }),
    );
    await moveClock(ownerUrl, DAY_SECONDS + 120);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
    await moveClock(ownerUrl, 2 * DAY_SECONDS);
    await scanAllCalendars(em);
    await whileLocked(async () =>
      expect(await closeAll()).toEqual({ closedCount: 3, failedCount: 1 }),
    );
    expect(await closeAll()).toEqual({ closedCount: 1, failedCount: 0 });
    await holder.end();
  });
});

/** One complete scan of the days that are due to close. */
async function closeAll() {
  const total = { closedCount: 0, failedCount: 0 };
  let after: DayPlaceText | null = null;
  do {
    const slice = await scanDays({ em, log }, { after });
    total.closedCount += slice.closedCount;
    total.failedCount += slice.failedCount;
    ({ after } = slice);
  } while (after !== null);
  return total;
}

async function assignOn(owner: AgendaOwner, day: string): Promise<PlanAssignment> {
  const { workspaceId, relationshipId, coachUserId } = owner;
  return await transact(em, async (tx) => {
    const content = planBodies.habit;
    const made = { workspaceId, createdByUserId: coachUserId, content, publish: true };
    const { plan } = await createPlan(tx, made);
    return await assignPlan(tx, {
      workspaceId,
      relationshipId,
      planId: plan.id,
      startDate: day,
      endDate: day,
      followsNewer: true,
      assignedByUserId: coachUserId,
      requestId: null,
    });
  });
}

async function buildMany(count: number): Promise<readonly AgendaOwner[]> {
  const owners: AgendaOwner[] = [];
  while (owners.length < count) {
    const owner = await buildAgendaOwner(em);
    await buildAssignment(em, owner, planBodies.habit);
    owners.push(owner);
  }
  return owners;
}

/** Hours until noon. From noon on, the hours that the test lets pass begin no day. */
async function secondsUntilNoon(): Promise<number> {
  const now = await clockNow(em.fork());
  const sinceMidnight = (now.getTime() / 1_000) % DAY_SECONDS;
  return (1.5 * DAY_SECONDS - sinceMidnight) % DAY_SECONDS;
}

function daysOf({ relationshipId }: AgendaOwner) {
  return em.fork().find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
}
