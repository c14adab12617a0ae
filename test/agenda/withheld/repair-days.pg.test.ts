import { beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { scanDays } from "../../../activities/agenda/closing/scan-days.ts";
import { repairAll } from "../../../activities/agenda/isolation/repair-all.ts";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import type { RelationshipAct } from "../../../contract/relationships/vocabulary.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { AgendaWatch } from "../../../db/agenda/calendar/agenda-watch.ts";
import { RelationshipCalendar } from "../../../db/agenda/calendar/relationship-calendar.ts";
import { WithheldOccurrence } from "../../../db/agenda/withheld/withheld-occurrence.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { addDays, localDateOf } from "../../../rules/local-day.ts";
import { hooks } from "../../../workers/hooks.ts";
import { buildAgendaOwner } from "../../factories/agenda/agenda-owner.ts";
import { empty } from "../../factories/empty.ts";
import { scanAllCalendars } from "../../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { buildAssignment, planBodies } from "../../factories/plans/plans.ts";
import { openPoison } from "../../factories/agenda/poison.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const poison = await openPoison(superuserUrl);
const log = pino({ level: "silent" });

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
let habit: string;
let meal: string;
let firstDate: string;
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await empty(ownerUrl);
  client = await buildAgendaOwner(em);
  habit = await buildAssignment(em, client, planBodies.habit);
  meal = await buildAssignment(em, client, planBodies.meal);
  await transact(em, (tx) => followAssignment(tx, { assignmentId: habit, requestId: null }));
  firstDate = localDateOf(await clockNow(em.fork()), "UTC");
});

const own = () => ({ relationshipId: client.relationshipId });
const days = () => em.fork().find(AgendaDay, own(), { orderBy: { localDate: "asc" } });
const withheld = () => em.fork().find(WithheldOccurrence, own(), { orderBy: { localDate: "asc" } });

const relationship = () => em.fork().findOneOrFail(Relationship, { id: client.relationshipId });
const statusOf = async () => (await relationship()).status;

describe("A repair of days that an act left unopened", () => {
  beforeEach(async () => {
    await poison.put("agenda_day", client.relationshipId);
    await moveClock(ownerUrl, 2 * DAY_SECONDS);
  });

  test("opens those of an ended relationship late with the sources of that day, and closes them without a score", async () => {
    await move("END");
    await poison.cure(client.relationshipId);
    expect(await repair()).toMatchObject([
      { kind: "REPAIRED", repaired: { openedLate: [{}, {}], withheld: [] } },
    ]);
    expect(await tasksOn(addDays(firstDate, 1))).toHaveLength(2);
    while ((await scanDays({ em, log }, { after: null })).after !== null);
    for (const day of (await days()).slice(1))
      expect(day).toMatchObject({ notOffered: true, countedCount: 0, missedCount: 0 });
    expect((await days()).every(({ closedAt }) => closedAt !== null)).toBe(true);
    expect(await withheld()).toEqual([]);
    expect(await repair()).toMatchObject([{ repaired: { openedCount: 0, openedLate: [] } }]);
  });

  test("opens those of a paused relationship, whose calendar later continues with the present date", async () => {
    await move("PAUSE");
    await poison.cure(client.relationshipId);
    await repair();
    expect(await days()).toMatchObject([
      { localDate: firstDate },
      { localDate: addDays(firstDate, 1), notOffered: true, closesAt: null, taskCount: 2 },
      { localDate: addDays(firstDate, 2), notOffered: true, closesAt: null, endsAt: null },
    ]);
    await moveClock(ownerUrl, 4 * DAY_SECONDS);
    await move("RESUME");
    const opened = await days();
    expect(opened.map(({ localDate }) => localDate)).toEqual([
      firstDate,
      addDays(firstDate, 1),
      addDays(firstDate, 2),
      addDays(firstDate, 4),
    ]);
    expect(opened.slice(0, 3).every(({ closesAt }) => closesAt !== null)).toBe(true);
  });

  test("keeps the notes if the days still cannot be opened", async () => {
    await move("PAUSE");
    expect(await repair()).toMatchObject([
      { kind: "REPAIRED", repaired: { openedLate: [], withheld: [{}, {}] } },
    ]);
    expect(await withheld()).toMatchObject([{ failures: 2 }, { failures: 2 }]);
  });

  test("is done by the scan for a resumed relationship once its days can be opened", async () => {
    await move("PAUSE");
    await move("RESUME");
    expect(await statusOf()).toBe("ACTIVE");
    await poison.cure(client.relationshipId);
    await moveClock(ownerUrl, 2 * DAY_SECONDS + HOUR_SECONDS);
    await scanAllCalendars(em);
    const calendar = await em.fork().findOneOrFail(RelationshipCalendar, own());
    // The hour may have passed a midnight.
    expect(calendar.localDate).toBe(localDateOf(await clockNow(em.fork()), "UTC"));
  });
});

/** Pretends that other code tried what is withheld now. */
const deploy = async () => {
  await em.fork().nativeUpdate(WithheldOccurrence, own(), { codeVersion: "before" });
  await em.fork().nativeUpdate(AgendaWatch, { onlyRow: true }, { codeVersion: "before" });
};

describe("After a deployment the scan", () => {
  test("restores an occurrence withheld from an open day, once", async () => {
    await poison.put("agenda_task", meal);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    expect(await withheld()).toHaveLength(1);
    await poison.cure(meal);
    await moveClock(ownerUrl, DAY_SECONDS + HOUR_SECONDS);
    await scanAllCalendars(em);
    expect(await withheld()).toHaveLength(1);
    await deploy();
    await scanAllCalendars(em);
    expect(await withheld()).toEqual([]);
    expect(await tasksOn(addDays(firstDate, 1))).toHaveLength(2);
    expect((await days()).at(-1)).toMatchObject({ taskCount: 2 });
  });

  test("restores it on an earlier day that is still open, and changes nothing else of that day", async () => {
    await poison.put("agenda_task", meal);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    await poison.cure(meal);
    await moveClock(ownerUrl, 2 * DAY_SECONDS);
    await scanAllCalendars(em);
    await deploy();
    await scanAllCalendars(em);
    expect(await tasksOn(addDays(firstDate, 1))).toMatchObject([
      { status: "PENDING", revision: 1 },
      { status: "PENDING", revision: 1 },
    ]);
    expect(await withheld()).toEqual([]);
  });

  test("gives up an occurrence of a closed day, which is not rewritten", async () => {
    await poison.put("agenda_task", meal);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    await poison.cure(meal);
    await moveClock(ownerUrl, 4 * DAY_SECONDS);
    await scanAllCalendars(em);
    while ((await scanDays({ em, log }, { after: null })).after !== null);
    const closed = (await days()).find(({ localDate }) => localDate === addDays(firstDate, 1));
    expect(closed?.closedAt).not.toBeNull();
    await deploy();
    await scanAllCalendars(em);
    expect(await tasksOn(addDays(firstDate, 1))).toHaveLength(1);
    expect(await withheld()).toMatchObject([{ retryAt: null, codeVersion: "before" }]);
    expect((await days()).find(({ localDate }) => localDate === addDays(firstDate, 1))).toEqual(
      closed,
    );
  });

  test("retries at once a calendar that had failed", async () => {
    await poison.put("agenda_day", client.relationshipId, "P0001");
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    await poison.cure(client.relationshipId);
    expect(await scanAllCalendars(em)).toMatchObject({ openedCount: 0 });
    await deploy();
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 1, failedCount: 0 });
  });

  test("retries at most once in ten minutes, so that two versions do not alternate", async () => {
    await poison.put("agenda_task", meal);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    await deploy();
    await scanAllCalendars(em);
    expect(await withheld()).toMatchObject([{ failures: 1 }]);
    await moveClock(ownerUrl, DAY_SECONDS + 700);
    await scanAllCalendars(em);
    expect(await withheld()).toMatchObject([{ failures: 2 }]);
    expect((await withheld())[0]?.codeVersion).not.toBe("before");
  });
});

describe("Two concurrent acts", () => {
  test("that scan, repair and follow an assignment leave one row and one task each", async () => {
    await poison.put("agenda_task", meal);
    await moveClock(ownerUrl, DAY_SECONDS);
    await Promise.all([
      scanAllCalendars(em),
      scanAllCalendars(em),
      repair(),
      repair(),
      transact(em, (tx) => followAssignment(tx, { assignmentId: habit, requestId: null })),
    ]);
    await scanAllCalendars(em);
    expect(await withheld()).toMatchObject([{ sourceId: meal }]);
    expect(await tasksOn(addDays(firstDate, 1))).toMatchObject([{ sourceId: habit }]);
    await poison.cure(meal);
    await Promise.all([repair(), repair(), scanAllCalendars(em), repair()]);
    expect(await withheld()).toEqual([]);
    expect(await tasksOn(addDays(firstDate, 1))).toHaveLength(2);
    expect(await days()).toHaveLength(2);
  });
});

function tasksOn(localDate: string) {
  return em.fork().find(AgendaTask, { ...own(), localDate }, { orderBy: { id: "asc" } });
}

function coach() {
  return {
    workspaceId: client.workspaceId,
    relationshipId: client.relationshipId,
    byUserId: client.coachUserId,
    requestId: null,
  };
}

function move(act: RelationshipAct) {
  return transact(em, (tx) =>
    moveRelationship(tx, { ...coach(), act, reason: null }, hooks.relationships),
  );
}

async function repair() {
  const outcomes = [];
  for await (const outcome of repairAll(em, [client.relationshipId])) outcomes.push(outcome);
  return outcomes;
}
