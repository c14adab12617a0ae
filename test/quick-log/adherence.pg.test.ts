import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { presentHistoryItem } from "../../api/quick-log/present.ts";
import { openDatabase } from "../../db/orm.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { likelyOperations } from "../factories/random-operations.ts";
import { settleAll, settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
afterAll(() => database.close());

/** What the coach reads of the day: what each operation counts for, the first first. */
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

describe("What operations count for in their day", () => {
  test("is told by what they did, and an undo takes it back", async () => {
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
