import { expect, test } from "@jest/globals";
import { bringUpToNow } from "../../activities/agenda/calendar/open-days.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { getRelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listNextCheckInDates } from "../../db/inbox/list-next-check-in-dates.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { buildAssignment } from "../factories/plans/plans.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

test("the next check-in is known before the planned dates run out, by one write that later scans do not repeat", async () => {
  const { relationshipId, assignmentId, localDate } = await askEveryEighthWeek();
  const next = () => listNextCheckInDates(executorOf(em.fork()), [{ relationshipId, localDate }]);
  await countStatements(relationshipId);
  const nearItsEnd = { plannedThrough: addDays(localDate, 40), plannedDates: [localDate] };
  await em.fork().nativeUpdate(PlanAssignment, { id: assignmentId }, nearItsEnd);
  expect(await next()).toEqual([]);
  expect(await countStatements(relationshipId)).toBe(1);
  const eighthWeek = addDays(localDate, 56);
  expect(await next()).toEqual([{ relationshipId, after: localDate, localDate: eighthWeek }]);
  const planned = await em.fork().findOneOrFail(PlanAssignment, { id: assignmentId });
  expect(planned.plannedThrough >= addDays(localDate, 93)).toBe(true);
  expect(planned.plannedDates).toEqual([localDate, eighthWeek]);
  expect(await countStatements(relationshipId)).toBe(0);
});

test("a coach's summary names the next check-in of a plan that runs, and none while no day begins", async () => {
  const { relationshipId, assignmentId, localDate } = await askEveryEighthWeek();
  const shown = async () => {
    const found = await getRelationshipAdherence(em.fork(), { relationshipId, dates: 28 });
    return found.nextCheckIn;
  };
  await countStatements(relationshipId);
  expect(await shown()).toBe(addDays(localDate, 56));
  const calendar = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
  await em.fork().nativeUpdate(RelationshipCalendar, { relationshipId }, { nextDayAt: null });
  expect(await shown()).toBeNull();
  const { nextDayAt } = calendar;
  await em.fork().nativeUpdate(RelationshipCalendar, { relationshipId }, { nextDayAt });
  await em.fork().nativeUpdate(PlanAssignment, { id: assignmentId }, { status: "ENDED" });
  expect(await shown()).toBeNull();
});

/** A client with a check-in every eighth week, from the present day on. */
async function askEveryEighthWeek() {
  const owner = await buildAgendaOwner(em);
  const coach = { workspaceId: owner.workspaceId, userId: owner.coachUserId };
  const { formVersionId } = await buildPublishedForm(em, coach);
  const recurrence = { rrule: "FREQ=WEEKLY;INTERVAL=8" };
  const checkIn = { kind: "CHECK_IN", title: "How was it", recurrence, formVersionId };
  const assignmentId = await buildAssignment(em, owner, planContentSchema.parse(checkIn));
  const assignment = await em.fork().findOneOrFail(PlanAssignment, { id: assignmentId });
  const { relationshipId } = owner;
  return { relationshipId, assignmentId, localDate: assignment.startDate };
}

/**
 * Opens the present day.
 * @returns how many times planned dates were written.
 */
async function countStatements(relationshipId: string): Promise<number> {
  const { sent } = await recordStatements(() =>
    transact(em, async (tx) => {
      await lockScope(tx, relationshipId);
      await bringUpToNow(tx, [relationshipId], { now: await clockNow(tx), requestId: null });
    }),
  );
  return sent.filter(({ text }) => /update "plan_assignment".*"planned_through" =/s.test(text))
    .length;
}
