import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { relationshipAdherenceSchema } from "../../../contract/agenda/adherence/schema.ts";
import { clientWeeksSchema } from "../../../contract/agenda/weeks-schema.ts";
import { addDays } from "../../../rules/local-day.ts";
import { mondayOf } from "../../../rules/agenda/weeks/weeks-back.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { codeOf } from "../../factories/plans/plan-desk.ts";
import { buildPhone, type Phone, sync } from "../../factories/sync/phone.ts";
import { settleAll, settlementDeps } from "../../factories/sync/settlement.ts";
import { queued } from "../../factories/sync/sync.ts";
import type { TestRequest } from "../../harness/api.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();
const own = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);

describe("The weeks of a client", () => {
  test("show each day with the states of its tasks, newest week first, without a gap", async () => {
    const { habit, meal, localDate } = own.agenda;
    await sync(api, own, [
      queued("quick-log.complete-task", { taskId: habit.id }),
      queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" }),
    ]);
    await settleAll(settlementDeps(api.deps.database.em), { deviceId: own.deviceId });
    await putClosedDay(own, 15);
    const { weeks } = await weeksOf(own, "weeks=4");
    expect(weeks.length).toBeGreaterThanOrEqual(3);
    const mondays = weeks.map(({ from }) => from);
    expect(mondays).toEqual(mondays.map((_, ago) => addDays(mondayOf(localDate), -7 * ago)));
    const day = weeks[0]?.days.find((one) => one.localDate === localDate);
    expect(day).toMatchObject({
      state: "BEGUN",
      counts: { open: 3, done: 1, skipped: 1, missed: 0, cancelled: 0, late: 0 },
      closedAt: null,
    });
    const states = new Map(day?.tasks.map(({ taskId, state }) => [taskId, state]));
    expect([states.get(habit.id), states.get(meal.id)]).toEqual(["DONE", "SKIPPED"]);
    const past = weeks.at(-1);
    expect(past).toMatchObject({ adherencePercent: 50, days: [{ state: "NOTHING_PLANNED" }] });
    expect(weeks[1]?.adherencePercent).toBeNull();
  });

  test("take the same number of statements, however many there are", async () => {
    const count = async (query: string) => {
      const { sent } = await recordStatements(() => visit(own, "weeks", query));
      return sent.filter(isStatement).length;
    };
    await count("weeks=1");
    expect(await count("weeks=12")).toBe(await count("weeks=1"));
  });
});

test("Adherence by week has as many weeks as asked for, without a percentage where nothing counts", async () => {
  await putClosedDay(own, 15);
  const answer = await visit(own, "adherence", "weeks=12");
  const { weeks, days } = relationshipAdherenceSchema.parse(answer.data);
  expect(weeks).toHaveLength(12);
  expect(weeks.map(({ adherencePercent }) => adherencePercent)).toContain(50);
  expect(weeks.at(-1)).toMatchObject({ countedCount: 0, adherencePercent: null });
  expect(days.length).toBeLessThan(28);
  const without = relationshipAdherenceSchema.parse((await visit(own, "adherence")).data);
  expect(without.weeks).toEqual([]);
  expect({ ...without, weeks }).toEqual({ ...without, weeks, days });
});

test.each(["weeks", "adherence"])("%s are for the coaches of the client alone", async (part) => {
  expect(codeOf(await visit(own, part, "", { token: stranger.pair.coachToken }))).toBe(
    "404 NOT_FOUND",
  );
  expect((await visit(own, part, "", { token: own.pair.clientToken })).status).toBe(403);
  for (const query of ["weeks=0", "weeks=53", "weeks=two", "week=1"])
    expect(codeOf(await visit(own, part, query))).toBe("400 VALIDATION_FAILED");
  const path = `/api/v1/coach/relationships/${randomUUID()}/${part}`;
  const unknown = await api.call("GET", path, { token: own.pair.coachToken });
  expect(codeOf(unknown)).toBe("404 NOT_FOUND");
  const anonymous = await api.call(
    "GET",
    `/api/v1/coach/relationships/${own.relationshipId}/${part}`,
  );
  expect(anonymous.status).toBe(401);
});

function visit(
  { relationshipId, pair }: Phone,
  part: string,
  query = "",
  request: TestRequest = {},
) {
  const path = `/api/v1/coach/relationships/${relationshipId}/${part}?${query}`;
  return api.call("GET", path, { token: pair.coachToken, ...request });
}

async function weeksOf(of: Phone, query: string) {
  return clientWeeksSchema.parse((await visit(of, "weeks", query)).data);
}

/** Inserts a closed day with four counted tasks, half of them done. */
async function putClosedDay({ relationshipId }: Phone, ago: number) {
  await sql`insert into agenda_day (relationship_id, local_date, timezone, projection_version,
      task_count, completed_count, skipped_count, missed_count, agenda_checksum, projected_at,
      opened_at, counted_count, done_count, adherence_score, closed_at, not_offered)
    select relationship_id, local_date - ${ago}::int, timezone, 1, 4, 2, 0, 2, '',
      clock_now(), clock_now(), 4, 2, 2, clock_now(), false
    from relationship_calendar where relationship_id = ${relationshipId}
    on conflict (relationship_id, local_date) do nothing`.execute(
    api.deps.database.em.fork().getKysely(),
  );
}
