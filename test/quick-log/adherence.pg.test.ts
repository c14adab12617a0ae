import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { presentHistoryItem } from "../../api/quick-log/present.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { adherenceOf as countOf } from "../../rules/agenda/adherence.ts";
import { misreadHistories, sumsAsRead } from "../factories/agenda/sums-as-read.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { likelyOperations } from "../factories/sync/random-operations.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

describe("The effect of operations on their day", () => {
  test("follows from their changes, and an undo reverses it", async () => {
    const scope = await buildScope(em);
    const { habit, supplement } = scope.agenda;
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    const undoesClientOperationId = done.clientOperationId;
    await submit(admission, scope, [
      done,
      queued("quick-log.skip", { taskId: supplement.id, reason: "BUSY" }),
      queued("quick-log.complete-task", { taskId: habit.id }),
      queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId }),
    ]);
    expect(await adherenceOf(scope)).toEqual([
      { deltaType: "TASK_COMPLETED", scoreDelta: 1 },
      { deltaType: "TASK_SKIPPED", scoreDelta: 0 },
      { deltaType: "TASK_REOPENED", scoreDelta: -1 },
    ]);
    await settleAll(settlement, scope);
    expect(await completedCountOf(scope)).toBe(0);
  });

  test("is a third for a skipped meal with one of three items ticked, whoever reads it", async () => {
    const scope = await buildScope(em);
    const { relationshipId, agenda } = scope;
    const meal = await mealOf(scope);
    const before = await sumsAsRead(em, { relationshipId, localDate: agenda.localDate });
    const itemId = meal.items[0]?.id ?? "";
    const skip = queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" });
    await submit(admission, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId }),
      skip,
    ]);
    await settleAll(settlement, scope);
    expect(await mealOf(scope)).toMatchObject({ status: "SKIPPED", skipReasons: ["BUSY", "BUSY"] });
    const sums = await sumsAsRead(em, { relationshipId, localDate: agenda.localDate });
    const [counted] = before["stored"] ?? [0];
    const percent = Math.round(100 / (3 * counted));
    for (const read of Object.values(sums)) expect(read).toEqual([counted, 0, percent]);
    expect(await misreadHistories(em, { relationshipId, localDates: [agenda.localDate] })).toEqual(
      [],
    );
    expect((await adherenceOf(scope)).at(-1)).toEqual({ deltaType: "TASK_SKIPPED", scoreDelta: 0 });

    const undoesClientOperationId = skip.clientOperationId;
    await submit(admission, scope, [
      queued("quick-log.undo", { taskId: meal.id, undoesClientOperationId }),
    ]);
    await settleAll(settlement, scope);
    const restored = await mealOf(scope);
    expect(restored).toMatchObject({ status: "IN_PROGRESS", skipReasons: [] });
    expect(restored.items.map(({ status }) => status)).toEqual(["COMPLETED", "PENDING", "PENDING"]);
    const after = await sumsAsRead(em, { relationshipId, localDate: agenda.localDate });
    expect(after).toEqual(before);
  });

  test("is that of the finished half if the rest is skipped for pain; the coach is notified of this and of the undo", async () => {
    const scope = await buildScope(em);
    const meal = await mealOf(scope);
    const skip = queued("quick-log.skip", { taskId: meal.id, reason: "PAIN_OR_INJURY" });
    const itemId = meal.items[0]?.id ?? "";
    await submit(admission, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId }),
      skip,
    ]);
    await settleAll(settlement, scope);
    const eventsOf = async (type: "ClientSkipNeedsAttention" | "ClientSkipWithdrawn") => {
      const { relationshipId } = scope;
      const rows = await em.fork().find(OutboxRow, { type, refs: { relationshipId } });
      return new Set(rows.map(({ eventId }) => eventId)).size;
    };
    expect(await eventsOf("ClientSkipNeedsAttention")).toBe(1);
    // The finished part counts for the whole; the rest is not required.
    const half = await mealOf(scope);
    expect(half.status).toBe("SKIPPED");
    expect(countOf(half)).toEqual({ counts: true, score: 1 });
    const undoesClientOperationId = skip.clientOperationId;
    await submit(admission, scope, [
      queued("quick-log.undo", { taskId: meal.id, undoesClientOperationId }),
    ]);
    await settleAll(settlement, scope);
    expect(await eventsOf("ClientSkipWithdrawn")).toBe(1);
  });

  test("adds up to the day as settlement computes it, whatever was sent", async () => {
    const queueOf = (agenda: BuiltScope["agenda"]) =>
      fc.array(likelyOperations(agenda), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (drawn) => {
        const scope = await buildScope(em);
        for (let batch = 0; batch < 3; batch += 1)
          await submit(admission, scope, drawn(queueOf, scope.agenda));
        await settleAll(settlement, scope);
        const deltas = await adherenceOf(scope);
        const score = deltas.reduce((sum, { scoreDelta }) => sum + scoreDelta, 0);
        expect(score).toBe(await completedCountOf(scope));
      }),
      { numRuns: campaignSize("DRAWN_CASES", 20) },
    );
  });
});

/** The meal of three items, as a read returns it. */
async function mealOf({ relationshipId, agenda: { localDate, meal } }: BuiltScope) {
  const tasks = await listDayTasks(executorOf(em.fork()), relationshipId, [localDate]);
  const task = tasks.find(({ id }) => id === meal.id);
  if (task === undefined) throw new Error("The meal is not planned today");
  return task;
}

/** The adherence of a day as the coach reads it: the delta of each operation, in order. */
async function adherenceOf({ relationshipId, agenda: { localDate } }: BuiltScope) {
  const whole = { from: localDate, to: localDate, taskKind: null, status: null, itemId: null };
  const rows = await listQuickLogHistory(em.fork(), {
    relationshipId,
    ...whole,
    after: null,
    limit: 1_000,
  });
  return rows.toReversed().flatMap((row) => presentHistoryItem(row).adherence);
}

async function completedCountOf({ relationshipId }: BuiltScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(completed_count), 0)::int as count from agenda_day
    where relationship_id = ${relationshipId}
  `.execute(em.fork().getKysely());
  return rows[0]?.count ?? 0;
}
