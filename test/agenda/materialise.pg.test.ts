import { beforeEach, describe, expect, test } from "@jest/globals";
import { followAssignment } from "../../activities/agenda/calendar/follow-assignment.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { insertTasks } from "../../db/agenda/insert-tasks.ts";
import { storeSnapshots } from "../../db/agenda/snapshots/store-snapshots.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { WEEKDAYS } from "../../contract/plans/vocabulary.ts";
import { isoWeekday, localDateOf } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildAgenda,
  buildAssignment,
  planBodies,
  type AgendaOwner,
} from "../factories/plans/plans.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { countAgendaRows } from "../factories/agenda/agenda-rows.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 10 });

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  // The scan sees every relationship, so remove those of earlier tests.
  await empty(ownerUrl);
});

const today = async (owner: AgendaOwner) => localDateOf(await clockNow(em.fork()), owner.timezone);

describe("Materialising the day of an assignment", () => {
  test("creates one task per plan, with items, history, events and one step of the cursor", async () => {
    const owner = await buildAgendaOwner(em);
    const agenda = await buildAgenda(em, owner);
    expect(await countAgendaRows(em, owner)).toEqual({
      tasks: 5,
      items: 5,
      history: 5,
      days: 1,
      changes: 2,
      seq: 2,
      events: 5,
    });
    expect(agenda.meal.items.map(({ labelSnapshot }) => labelSnapshot)).toEqual([
      "Rice",
      "Chicken",
      "Salad",
    ]);
    expect(agenda.meal.dueAt?.toISOString()).toBe(`${agenda.localDate}T12:30:00.000Z`);
    expect(agenda.supplement.items.map(({ bulkEligible }) => bulkEligible)).toEqual([true, false]);
    expect(agenda.water.actionSchema.dailyTarget).toBe(2_500);
  });

  test("writes nothing on a second delivery of the same event", async () => {
    const owner = await buildAgendaOwner(em);
    const assignmentId = await buildAssignment(em, owner, planBodies.meal);
    expect(await materialise(assignmentId)).toHaveLength(1);
    const once = await countAgendaRows(em, owner);
    expect(await materialise(assignmentId)).toEqual([]);
    expect(await countAgendaRows(em, owner)).toEqual(once);
  });

  test("creates one set of rows and one event each for eight simultaneous deliveries", async () => {
    const owner = await buildAgendaOwner(em);
    const meal = await buildAssignment(em, owner, planBodies.meal);
    const water = await buildAssignment(em, owner, planBodies.water);
    const made = await Promise.all(
      [meal, water, meal, water, meal, water, meal, water].map(materialise),
    );
    expect(made.flat()).toHaveLength(2);
    expect(await countAgendaRows(em, owner)).toEqual({
      tasks: 2,
      items: 3,
      history: 2,
      days: 1,
      changes: 2,
      seq: 2,
      events: 2,
    });
  });

  test("cannot create a second task of the same source and day: the database refuses it, its items too", async () => {
    const owner = await buildAgendaOwner(em);
    const assignmentId = await buildAssignment(em, owner, planBodies.meal);
    const [task] = await materialise(assignmentId);
    if (!task) throw new Error("The plan created no task");
    const id = crypto.randomUUID();
    const again = {
      ...task,
      id,
      items: task.items.map((item) => ({ ...item, id: crypto.randomUUID(), taskId: id })),
    };
    const inserted = await transact(em, async (tx) => {
      const keyOf = await storeSnapshots(tx, [again]);
      const eventId = crypto.randomUUID();
      return await insertTasks(tx, [{ task: again, eventId, snapshotKey: keyOf(again) }]);
    });
    expect(inserted).toEqual([]);
    expect(await countAgendaRows(em, owner)).toMatchObject({ tasks: 1, items: 3, history: 1 });
  });

  test("projects the day from its rows", async () => {
    const owner = await buildAgendaOwner(em);
    const { localDate, relationshipId } = { ...(await buildAgenda(em, owner)), ...owner };
    const tasks = await listDayTasks(executorOf(em.fork()), relationshipId, [localDate]);
    const day = await em.fork().findOneOrFail(AgendaDay, { relationshipId, localDate });
    expect(day).toMatchObject({
      timezone: "UTC",
      projectionVersion: 5,
      taskCount: 5,
      completedCount: 0,
      agendaChecksum: await agendaChecksum({ tasks, notices: [] }),
    });
  });

  test("uses the relationship's day: in Kathmandu and on the other side of the date line", async () => {
    for (const timezone of ["Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const owner = await buildAgendaOwner(em, { timezone });
      const agenda = await buildAgenda(em, owner);
      expect(agenda.meal).toMatchObject({ localDate: await today(owner), timezone });
      expect(localDateOf(agenda.meal.dueAt ?? new Date(0), timezone)).toBe(agenda.localDate);
    }
  });

  test("creates nothing for a plan that does not fall on the day", async () => {
    const owner = await buildAgendaOwner(em);
    const otherDays = WEEKDAYS.filter((_, index) => index + 1 !== isoWeekday(dateOfNow()));
    const onOtherDays = planContentSchema.parse({
      ...planBodies.habit,
      recurrence: { rrule: `FREQ=WEEKLY;BYDAY=${otherDays.join(",")}`, exdates: [] },
    });
    const assignmentId = await buildAssignment(em, owner, onOtherDays);
    expect(await materialise(assignmentId)).toEqual([]);
    expect((await countAgendaRows(em, owner)).seq).toBe(1);
  });

  test("creates the tasks of a paused relationship once it is resumed", async () => {
    const owner = await buildAgendaOwner(em);
    const assignmentId = await buildAssignment(em, owner, planBodies.habit);
    await setStatus(owner, "PAUSED");
    expect(await materialise(assignmentId)).toEqual([]);
    await setStatus(owner, "ACTIVE");
    expect(await materialise(assignmentId)).toHaveLength(1);
  });
});

function dateOfNow(): string {
  return new Date().toISOString().slice(0, 10);
}

function materialise(assignmentId: string) {
  return transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: "request-1" }));
}

function setStatus(owner: AgendaOwner, status: RelationshipStatus) {
  return setRelationshipStatus(em, owner.relationshipId, status);
}
