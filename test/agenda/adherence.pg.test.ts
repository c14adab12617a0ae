import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { judgeTrends } from "../../activities/agenda/judge-trends.ts";
import { projectDays } from "../../activities/agenda/project-days.ts";
import { getRelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { isStatement } from "../factories/db/explain.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

describe("The sums of a day", () => {
  test("follow the rule: reasons of skips, entries of metrics, partly done missed tasks", async () => {
    const scope = await buildScope(em);
    const { habit, meal, supplement, water, steps } = scope.agenda;
    const undone = skip(habit, "BUSY");
    await submit(admission, scope, [
      undone,
      queued("quick-log.undo", {
        taskId: habit.id,
        undoesClientOperationId: undone.clientOperationId,
      }),
      skip(habit, "PAIN_OR_INJURY"),
      skip(supplement, "ALREADY_DONE_OUTSIDE_APP"),
      skip(steps, "BUSY"),
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      queued("quick-log.record-value", {
        taskId: water.id,
        metricKind: "WATER",
        value: 300,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: "2026-01-05T08:00:00.000Z",
      }),
    ]);
    await settleAll(settlement, scope);
    // The habit does not count. Supplement and water are done; steps and the meal are not yet.
    expect(await sumsOf(scope)).toEqual({ counted: 4, done: 2, score: 2, invalidated_at: null });
    await select(sql`update agenda_task set status = 'MISSED' where id = ${meal.id} returning 1`);
    await select(sql`update agenda_day set invalidated_at = clock_now()
      where relationship_id = ${scope.relationshipId} returning 1`);
    await project(scope);
    const share = Math.round(1000 / meal.items.length) / 1000;
    expect(await sumsOf(scope)).toEqual({
      counted: 4,
      done: 2,
      score: 2 + share,
      invalidated_at: null,
    });
  });

  test("count only what the client did if the day was not offered", async () => {
    const scope = await buildScope(em);
    await select(sql`update agenda_day set not_offered = true
      where relationship_id = ${scope.relationshipId} returning 1`);
    await submit(admission, scope, [
      queued("quick-log.complete-task", { taskId: scope.agenda.habit.id }),
    ]);
    await settleAll(settlement, scope);
    expect(await sumsOf(scope)).toMatchObject({ counted: 1, done: 1, score: 1 });
  });

  test("take three statements for any number of days", async () => {
    const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
    const days = scopes.map(({ relationshipId, agenda: { localDate } }) => ({
      relationshipId,
      localDate,
    }));
    const { sent } = await recordStatements(() =>
      transact(em, (tx) => projectDays(tx, days, new Date())),
    );
    expect(sent.filter(isStatement)).toHaveLength(3);
  });
});

describe("The adherence events of a task", () => {
  test("are one per transition, with what the task counts for from then on", async () => {
    const scope = await buildScope(em);
    const { habit, water } = scope.agenda;
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    await submit(admission, scope, [
      done,
      queued("quick-log.undo", {
        taskId: habit.id,
        undoesClientOperationId: done.clientOperationId,
      }),
      skip(habit, "ILLNESS"),
      queued("quick-log.record-value", {
        taskId: water.id,
        metricKind: "WATER",
        value: 300,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: "2026-01-05T08:00:00.000Z",
      }),
    ]);
    const events = await select(sql`select event_type as type, score::float8 as score, counts,
        task_kind as kind, local_date = ${scope.agenda.localDate}::date as dated
      from adherence_event where relationship_id = ${scope.relationshipId} order by transition_id`);
    const of = { kind: "HABIT", dated: true };
    expect(events).toEqual([
      { type: "TASK_COMPLETED", score: 1, counts: true, ...of },
      { type: "TASK_REOPENED", score: 0, counts: true, ...of },
      { type: "TASK_SKIPPED", score: 0, counts: false, ...of },
      { type: "TASK_PROGRESSED", score: 1, counts: true, ...of },
    ]);
    const twice = await select(sql`select 1 from adherence_event
      where relationship_id = ${scope.relationshipId}
      group by task_id, transition_id, event_type having count(*) > 1`);
    expect(twice).toEqual([]);
  });
});

/** Inserts closed days with the given scores out of ten, the newest on the day of the agenda. */
async function closeDays({ relationshipId, agenda }: BuiltScope, scores: readonly number[]) {
  for (const [ago, score] of scores.entries()) {
    const localDate = addDays(agenda.localDate, -ago);
    await select(sql`insert into agenda_day (relationship_id, local_date, timezone, projection_version,
        task_count, completed_count, skipped_count, missed_count, agenda_checksum, projected_at,
        opened_at, counted_count, done_count, adherence_score, closed_at)
      values (${relationshipId}, ${localDate}, 'UTC', 1, 10, 0, 0, 0, '', clock_now(), clock_now(),
        10, ${Math.floor(score)}, ${score}, clock_now())
      on conflict (relationship_id, local_date) do update set counted_count = 10,
        done_count = excluded.done_count, adherence_score = excluded.adherence_score,
        closed_at = excluded.closed_at
      returning 1`);
  }
}

const judge = ({ relationshipId }: BuiltScope, aheadMs = 0) =>
  transact(em, async (tx) => {
    await lockScopes(tx, [relationshipId]);
    const now = await clockNow(tx);
    return await judgeTrends(tx, [relationshipId], new Date(now.getTime() + aheadMs));
  });

const DAY_MS = 86_400_000;

describe("The trend of a relationship", () => {
  test("is read over 28 dates up to the newest closed one, with the days", async () => {
    const scope = await buildScope(em);
    await closeDays(scope, [9, 9, 9, 9, 9, 9, 9, 0, 0, 0]);
    const { relationshipId, agenda } = scope;
    const found = await getRelationshipAdherence(em.fork(), { relationshipId, dates: 28 });
    expect(found).toMatchObject({ through: agenda.localDate, limits: { onTrackPercent: 80 } });
    expect(found.days).toHaveLength(10);
    expect(found.days[0]).toMatchObject({ localDate: agenda.localDate, score: 9, isClosed: true });
  });

  test("is reported when the client falls off track, once in seven days", async () => {
    const scope = await buildScope(em);
    expect(await judge(scope)).toEqual([]);
    await closeDays(scope, [9, 9]);
    expect(await judge(scope)).toEqual([]);
    await closeDays(scope, [0, 0]);
    expect(await judge(scope)).toMatchObject([
      {
        type: "ProgressTrendDetected",
        subjectId: scope.relationshipId,
        refs: { bucket: "OFF_TRACK", localDate: scope.agenda.localDate, adherencePercent: 0 },
      },
    ]);
    expect(await judge(scope, DAY_MS)).toEqual([]);
    await closeDays(scope, [9, 9]);
    expect(await judge(scope, 2 * DAY_MS)).toEqual([]);
    await closeDays(scope, [0, 0]);
    expect(await judge(scope, 3 * DAY_MS)).toEqual([]);
    expect(await judge(scope, 8 * DAY_MS)).toHaveLength(1);
  });

  test("is reported once by concurrent closes", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 2); round += 1) {
      const scope = await buildScope(em);
      await closeDays(scope, [0, 0]);
      const events = await Promise.all([judge(scope), judge(scope), judge(scope)]);
      expect(events.flat()).toHaveLength(1);
    }
  });

  test("follows the limits of the workspace and is not judged during a pause", async () => {
    const scope = await buildScope(em);
    await closeDays(scope, [4, 4]);
    const limits = { onTrackPercent: 40, attentionPercent: 10, fewestCounted: 1 };
    const settings = JSON.stringify({ adherenceLimits: limits });
    await select(sql`update coach_workspace set settings = ${settings}::jsonb
      where id = ${scope.workspaceId} returning 1`);
    expect(await judge(scope)).toEqual([]);
    await closeDays(scope, [0, 0]);
    await setRelationshipStatus(em, scope.relationshipId, "PAUSED");
    expect(await judge(scope)).toEqual([]);
  });
});

async function select(statement: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await statement.execute(em.fork().getKysely())).rows;
}

function skip(task: { readonly id: string }, reason: string) {
  return queued("quick-log.skip", { taskId: task.id, reason });
}

async function sumsOf({ relationshipId }: BuiltScope) {
  const [row] = await select(sql`select counted_count as counted, done_count as done,
      adherence_score::float8 as score, invalidated_at
    from agenda_day where relationship_id = ${relationshipId}`);
  return row;
}

function project(scope: BuiltScope) {
  return transact(em, async (tx) => {
    await lockScopes(tx, [scope.relationshipId]);
    const { relationshipId, agenda } = scope;
    await projectDays(tx, [{ relationshipId, localDate: agenda.localDate }], await clockNow(tx));
  });
}
