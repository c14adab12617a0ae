import { afterAll, expect, test } from "@jest/globals";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { newId } from "../../db/platform/new-id.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { openWorkerStage } from "../factories/workers/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());

test("The scheduled workflow opens the days that have begun, once", async () => {
  const { relationshipId } = await buildAgendaOwner(em);
  // Pretends that yesterday is the newest day.
  await em.fork().nativeDelete(AgendaDay, { relationshipId });
  const past = new Date(Date.now() - 2 * 86_400_000);
  await em
    .fork()
    .nativeUpdate(
      RelationshipCalendar,
      { relationshipId },
      { localDate: past.toISOString().slice(0, 10), nextDayAt: new Date(), lookAt: past },
    );
  const run = () =>
    client.workflow.execute("turnDays", { workflowId: `day-${newId()}`, taskQueue });
  expect(await run()).toEqual({ openedCount: 1, closedCount: 0 });
  expect(await run()).toEqual({ openedCount: 0, closedCount: 0 });
  expect(await em.fork().count(AgendaDay, { relationshipId })).toBe(1);
});
