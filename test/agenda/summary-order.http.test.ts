import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { orderAgenda } from "../../contract/agenda/order-agenda.ts";
import { dailySummarySchema } from "../../contract/agenda/summary-schema.ts";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { type Phone, buildPhone } from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const minutesFromNow = fc.option(fc.constantFrom(-100, -20, 20, 100));
const aPlace = fc.record({
  status: fc.constantFrom("PENDING", "PENDING", "IN_PROGRESS", "CANCELED"),
  isCritical: fc.boolean(),
  startsIn: minutesFromNow,
  dueIn: minutesFromNow,
  priority: fc.integer({ min: 0, max: 1 }),
  sortKey: fc.constantFrom("a", "b"),
  /** Place of the task that must be done first. */
  needs: fc.option(fc.integer({ min: 0, max: 4 })),
});

test("The summary of a random day is ordered by the rule as the client's phone receives it", async () => {
  const own = await buildPhone(api, issuer);
  const { habit, meal, supplement, water, steps } = own.agenda;
  const tasks = [habit, meal, supplement, water, steps];
  const drawn = fc.array(aPlace, { minLength: tasks.length, maxLength: tasks.length });
  const days = fc.record({ places: drawn, pinned: fc.option(fc.constantFrom(...tasks)) });
  await fc.assert(
    fc.asyncProperty(days, async ({ places, pinned }) => {
      await placeTasks(own, tasks, places);
      await pin(own, pinned?.id ?? null);
      const today = await api.call("GET", "/api/v1/client/today", { token: own.token });
      const received = todaySchema.parse(today.data).tasks?.map(({ taskId }) => taskId);
      const day = await summaryDayOf(own);
      const moment = { nowMs: Date.now(), pinnedTaskId: day.focusPin?.taskId ?? null };
      expect(orderAgenda(day.tasks, moment).map(({ taskId }) => taskId)).toEqual(received);
    }),
    { numRuns: 8 },
  );
});

type Place = typeof aPlace extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Gives tasks of a day other facts of their order. */
async function placeTasks(own: Phone, tasks: readonly DayTask[], places: readonly Place[]) {
  const now = Date.now();
  const instant = (minutes: number | null) =>
    minutes === null ? null : new Date(now + minutes * 60_000).toISOString();
  for (const [at, place] of places.entries()) {
    const needed = place.needs === null ? null : (tasks[place.needs]?.sourceKey ?? null);
    await api.deps.database.em
      .fork()
      .getConnection()
      .execute(
        `update agenda_task set status = ?, canceled_at = case when ? then clock_now() end,
         time_critical = ?, starts_at = ?, due_at = ?, priority = ?, sort_key = ?, depends_on_source_key = ?
       where id = ? and relationship_id = ?`,
        [
          place.status,
          place.status === "CANCELED",
          place.isCritical,
          instant(place.startsIn),
          instant(place.dueIn),
          place.priority,
          place.sortKey,
          needed,
          tasks[at]?.id,
          own.relationshipId,
        ],
      );
  }
}

async function pin(own: Phone, taskId: string | null) {
  const { relationshipId } = own;
  const { localDate } = own.agenda;
  const path = `/api/v1/coach/relationships/${relationshipId}/focus-pin`;
  const request = { token: own.pair.coachToken, key: randomUUID() };
  // A task that is not open is refused, and the day keeps its pin.
  if (taskId === null) await api.call("DELETE", `${path}?localDate=${localDate}`, request);
  else
    await api.call("PUT", path, {
      ...request,
      body: { localDate, agendaTaskId: taskId, note: null },
    });
}

async function summaryDayOf({ relationshipId, agenda: { localDate }, pair }: Phone) {
  const path = `/api/v1/coach/relationships/${relationshipId}/daily-summary`;
  const range = new URLSearchParams({ from: localDate, to: localDate }).toString();
  const { data } = await api.call("GET", `${path}?${range}`, { token: pair.coachToken });
  const [day] = dailySummarySchema.parse(data).days;
  if (day === undefined) throw new Error("Expected an opened day");
  return day;
}
