import { beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { materialiseForEvent } from "../../../activities/agenda/calendar/materialise-for-event.ts";
import { spreadRevisions } from "../../../activities/agenda/calendar/spread-revisions.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { WithheldOccurrence } from "../../../db/agenda/withheld/withheld-occurrence.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { addDays, localDateOf } from "../../../rules/local-day.ts";
import { buildAgendaOwner } from "../../factories/agenda/agenda-owner.ts";
import { empty } from "../../factories/empty.ts";
import { scanAllCalendars } from "../../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { planActs } from "../../factories/plans/plan-acts.ts";
import { type AgendaOwner, buildAssignment, planBodies } from "../../factories/plans/plans.ts";
import { openPoison } from "../../factories/agenda/poison.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const poison = await openPoison(superuserUrl);
const log = pino({ level: "silent" });
const plans = planActs(em);

const DAY_SECONDS = 86_400;

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await empty(ownerUrl);
});

describe("A service that opens the days of several clients", () => {
  let clients: readonly [AgendaOwner, AgendaOwner, AgendaOwner];
  let today: string;
  let sourceEventId: string;
  beforeEach(async () => {
    sourceEventId = newId();
    clients = [await buildAgendaOwner(em), await buildAgendaOwner(em), await buildAgendaOwner(em)];
    for (const client of clients) await buildAssignment(em, client, planBodies.habit);
    await moveClock(ownerUrl, DAY_SECONDS);
    today = localDateOf(await clockNow(em.fork()), "UTC");
  });

  const ask = () => {
    const relationshipIds = clients.map(({ relationshipId }) => relationshipId);
    const body = { sourceEventId, relationshipIds, from: today, to: today, reason: "an outage" };
    const origin = { caller: "a service", method: "POST", route: "/", requestId: "one" };
    return materialiseForEvent(em, body, { ...origin, isStopping: () => false });
  };

  test.each([
    [
      "cannot be opened at all",
      (relationshipId: string) => poison.put("agenda_day", relationshipId),
    ],
    [
      "are counted in a zone that is gone",
      (relationshipId: string) =>
        poison.rewrite("update relationship set timezone = 'Mars/Olympus' where id = $1", [
          relationshipId,
        ]),
    ],
  ])(
    "gets those of the others opened if the days of one %s, and learns which failed",
    async (_name, spoil) => {
      const [one, faulty, other] = clients;
      const { relationshipId } = faulty;
      await spoil(relationshipId);
      const answer = await ask();
      expect(answer).toMatchObject({
        materializedCount: 2,
        changedDates: [today],
        skipped: [{ relationshipId, reason: "NOT_OPENED" }],
      });
      expect(await openDates(one)).toContain(today);
      expect(await openDates(other)).toContain(today);
      expect(await openDates(faulty)).toEqual([addDays(today, -1)]);
      expect(await ask()).toEqual({ ...answer, replayed: true });
    },
  );

  test("leaves a client whose days cannot be opened to the scan, which opens them once they can be", async () => {
    const [, faulty] = clients;
    const { relationshipId } = faulty;
    await poison.put("agenda_day", relationshipId);
    await ask();
    await poison.cure(relationshipId);
    await scanAllCalendars(em);
    expect(await openDates(faulty)).toEqual([addDays(today, -1), today]);
    expect(await em.fork().count(WithheldOccurrence, { relationshipId })).toBe(0);
  });

  test("uses no savepoint while nothing fails", async () => {
    const { statements, result } = await recordStatements(() => ask());
    expect(result).toMatchObject({ materializedCount: 3, skipped: [] });
    expect(statements.filter((text) => text.startsWith("savepoint"))).toEqual([]);
  });
});

describe("A revision that cannot be applied", () => {
  const spread = () => spreadRevisions({ em, log }, { after: null });
  const assignment = (id: string) => em.fork().findOneOrFail(PlanAssignment, { id });

  test("does not delay other revisions of its client and is retried later", async () => {
    const client = await buildAgendaOwner(em);
    const habit = await plans.give(client, planBodies.habit);
    const meal = await plans.give(client, planBodies.meal);
    await plans.publish(client, habit.planId, { ...planBodies.habit, title: "Twenty minutes" });
    await plans.publish(client, meal.planId, { ...planBodies.meal, title: "Supper" });
    const setRecurrence = (text: string) =>
      poison.rewrite(
        "update plan_revision set content = content || $2::jsonb where plan_id = $1 and revision = 2",
        [meal.planId, text],
      );
    await setRecurrence('{"recurrence": 7}');
    expect(await spread()).toMatchObject({ takenCount: 1, failedCount: 1 });
    expect(await plans.tasksOf(habit.assignmentId)).toMatchObject([
      { snapshot: { title: "Twenty minutes" } },
    ]);
    expect(await plans.tasksOf(meal.assignmentId)).toMatchObject([
      { snapshot: { title: "Lunch" } },
    ]);
    expect(await assignment(meal.assignmentId)).toMatchObject({
      appliedRevision: 1,
      spreadFailures: 1,
      spreadAt: expect.any(Date),
    });
    await plans.publish(client, habit.planId, { ...planBodies.habit, title: "Thirty minutes" });
    expect(await spread()).toMatchObject({ takenCount: 1, failedCount: 0 });
    await setRecurrence('{"recurrence": {"rrule": "FREQ=DAILY"}}');
    await moveClock(ownerUrl, 120);
    expect(await spread()).toMatchObject({ takenCount: 1, failedCount: 0 });
    expect(await plans.tasksOf(meal.assignmentId)).toMatchObject([
      { snapshot: { title: "Supper" } },
    ]);
    expect(await assignment(meal.assignmentId)).toMatchObject({
      appliedRevision: 2,
      spreadFailures: 0,
      spreadAt: null,
    });
  });
});

async function openDates({ relationshipId }: Pick<AgendaOwner, "relationshipId">) {
  return (
    await em.fork().find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } })
  ).map(({ localDate }) => localDate);
}
