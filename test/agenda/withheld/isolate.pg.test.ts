import { beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { scanDays } from "../../../activities/agenda/closing/scan-days.ts";
import { planContentSchema } from "../../../contract/plans/content-schema.ts";
import { AgendaCard } from "../../../db/agenda/cards/agenda-card.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { RelationshipCalendar } from "../../../db/agenda/calendar/relationship-calendar.ts";
import { WithheldOccurrence } from "../../../db/agenda/withheld/withheld-occurrence.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { buildAgendaOwner } from "../../factories/agenda/agenda-owner.ts";
import { buildFormAssignment } from "../../factories/forms/assigned-forms.ts";
import { empty } from "../../factories/empty.ts";
import { formOf } from "../../factories/forms/forms.ts";
import { scanAllCalendars } from "../../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { type AgendaOwner, buildAssignment, planBodies } from "../../factories/plans/plans.ts";
import { openPoison } from "../../factories/agenda/poison.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const poison = await openPoison(superuserUrl);
const log = pino({ level: "silent" });

const DAY_SECONDS = 86_400;
const reminder = planContentSchema.parse({
  kind: "CUSTOM_REMINDER",
  title: "Lights out",
  recurrence: { rrule: "FREQ=DAILY" },
  dueTime: "22:00",
});
const checkIn = formOf({ kind: "TEXT" });

let client: AgendaOwner & { readonly clientUserId: string };
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await empty(ownerUrl);
  client = await buildAgendaOwner(em);
});

const tasks = () => em.fork().find(AgendaTask, { relationshipId: client.relationshipId });
const cards = () => em.fork().find(AgendaCard, { relationshipId: client.relationshipId });

describe("One failing occurrence", () => {
  test("is withheld as a task, and its day opens with the rest", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const meal = await buildAssignment(em, client, planBodies.meal);
    const evening = await buildAssignment(em, client, reminder);
    await poison.put("agenda_task", meal);
    await follow(habit);
    expect(sourcesOf(await tasks())).toEqual([habit]);
    expect(sourcesOf(await cards())).toEqual([evening]);
    expect(await withheld()).toMatchObject([
      {
        sourceType: "PLAN_ASSIGNMENT",
        sourceId: meal,
        sourceRevision: 1,
        taskKind: "MEAL",
        faultKind: "CONSTRAINT",
        faultClass: "SQLSTATE_23514",
        failures: 1,
      },
    ]);
    expect(await days()).toMatchObject([{ taskCount: 1 }]);
  });

  test("is withheld as a card, and its day opens with the rest", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const evening = await buildAssignment(em, client, reminder);
    await poison.put("agenda_card", evening, "22003");
    await follow(habit);
    expect(sourcesOf(await tasks())).toEqual([habit]);
    expect(await cards()).toEqual([]);
    expect(await withheld()).toMatchObject([
      { sourceId: evening, taskKind: null, taskId: null, faultKind: "VALUE" },
    ]);
  });

  test("is withheld as the check-in of a coach's form, and its day opens with the rest", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const form = await buildFormAssignment(em, client, { content: checkIn });
    await poison.put("agenda_task", form.id);
    await follow(habit);
    expect(sourcesOf(await tasks())).toEqual([habit]);
    expect(await withheld()).toMatchObject([
      { sourceType: "FORM_ASSIGNMENT", sourceId: form.id, taskKind: "CHECK_IN" },
    ]);
  });

  test("is withheld with the name of the error if a rule throws", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const meal = await buildAssignment(em, client, planBodies.meal);
    const { planId } = await em.fork().findOneOrFail(PlanAssignment, { id: meal });
    await poison.rewrite(
      "update plan_revision set content = jsonb_set(content, '{items}', '7') where plan_id = $1",
      [planId],
    );
    await follow(habit);
    expect(sourcesOf(await tasks())).toEqual([habit]);
    expect(await withheld()).toMatchObject([
      { sourceId: meal, faultKind: "RULE", faultClass: "TypeError" },
    ]);
  });

  test("is withheld if its plan cannot even be parsed, and the others are shown", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const meal = await buildAssignment(em, client, planBodies.meal);
    const { planId } = await em.fork().findOneOrFail(PlanAssignment, { id: meal });
    await poison.rewrite(
      `update plan_revision set content = content || '{"formVersionId": "none"}' where plan_id = $1`,
      [planId],
    );
    await poison.rewrite("update plan_assignment set plan_kind = 'CHECK_IN' where id = $1", [meal]);
    await follow(habit);
    expect(sourcesOf(await tasks())).toEqual([habit]);
    expect(await withheld()).toMatchObject([{ sourceId: meal, faultClass: "SQLSTATE_22P02" }]);
    await follow(habit);
    expect(await withheld()).toMatchObject([{ failures: 1 }]);
  });

  test("stays withheld without another try while neither its plan nor the code changes", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const meal = await buildAssignment(em, client, planBodies.meal);
    await poison.put("agenda_task", meal);
    await follow(habit);
    await follow(habit);
    await follow(meal);
    expect(await withheld()).toMatchObject([{ sourceId: meal, failures: 1 }]);
  });

  test("is in no count, is not missed, and emits no CheckInMissed", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const form = await buildFormAssignment(em, client, { content: checkIn });
    await poison.put("agenda_task", form.id);
    await follow(habit);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    await moveClock(ownerUrl, 2 * DAY_SECONDS);
    await scanAllCalendars(em);
    while ((await scanDays({ em, log }, { after: null })).after !== null);
    const [first] = await days();
    expect(first).toMatchObject({ taskCount: 1, missedCount: 1, countedCount: 1 });
    expect(first?.closedAt).not.toBeNull();
    const events = await em.fork().find(OutboxRow, { subjectId: client.relationshipId });
    expect(events.map(({ type }) => type)).toContain("AgendaDayClosed");
    expect(events.map(({ type }) => type)).not.toContain("CheckInMissed");
  });
});

describe("Several failing occurrences", () => {
  test("on missed days are each withheld, and every day opens with the rest", async () => {
    const habit = await buildAssignment(em, client, planBodies.habit);
    const meal = await buildAssignment(em, client, planBodies.meal);
    const evening = await buildAssignment(em, client, reminder);
    await poison.put("agenda_task", meal);
    await poison.put("agenda_card", evening);
    await moveClock(ownerUrl, 5 * DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 5, failedCount: 0 });
    const opened = await days();
    expect(opened).toHaveLength(6);
    expect(opened.slice(1).map(({ taskCount }) => taskCount)).toEqual([1, 1, 1, 1, 1]);
    expect(sourcesOf(await tasks())).toEqual([habit, habit, habit, habit, habit]);
    expect(await withheld()).toHaveLength(10);
  });
});

describe("A transient database error", () => {
  test.each(["40001", "40P01", "57014", "53100", "55P03", "25P03"])(
    "of SQLSTATE %s withholds nothing: the whole act is retried",
    async (sqlState) => {
      const habit = await buildAssignment(em, client, planBodies.habit);
      const meal = await buildAssignment(em, client, planBodies.meal);
      await poison.put("agenda_task", meal, sqlState);
      await expect(follow(habit)).rejects.toThrow();
      expect(await withheld()).toEqual([]);
      expect(await tasks()).toEqual([]);
      await poison.cure(meal);
      await follow(habit);
      expect(sourcesOf(await tasks())).toEqual([habit, meal].toSorted());
      expect(await withheld()).toEqual([]);
    },
  );

  test("that no row causes leaves the calendar to a later scan", async () => {
    await buildAssignment(em, client, planBodies.habit);
    const { relationshipId } = client;
    await poison.put("agenda_day", relationshipId, "P0001");
    await moveClock(ownerUrl, DAY_SECONDS);
    expect(await scanAllCalendars(em)).toEqual({ openedCount: 0, failedCount: 1 });
    const calendar = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
    expect(calendar.lookFailures).toBe(1);
    expect(await withheld()).toEqual([]);
  });
});

function follow(assignmentId: string) {
  return transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
}

function withheld() {
  return em.fork().find(WithheldOccurrence, { relationshipId: client.relationshipId });
}

function days() {
  return em
    .fork()
    .find(AgendaDay, { relationshipId: client.relationshipId }, { orderBy: { localDate: "asc" } });
}

function sourcesOf(rows: readonly { readonly sourceId: string }[]) {
  return rows.map(({ sourceId }) => sourceId).toSorted();
}
