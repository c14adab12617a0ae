import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { Operation } from "../../contract/sync/schema.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listCountedSkips } from "../../db/quick-log/settlement.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { SKIP_WINDOW_DAYS, openCases } from "../../rules/quick-log/route-skips.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

const skip = (taskId: string, reason: string) => queued("quick-log.skip", { taskId, reason });

test("a skip that reaches the coach names its case, and its undo withdraws it from the same case", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  const [receiptId = ""] = await settled(scope, skip(habit.id, "PAIN_OR_INJURY"));
  const dedupeKey = `skip/${scope.relationshipId}/NEEDS_HELP/DAILY_EXECUTION`;
  const attention = {
    type: "ClientSkipNeedsAttention",
    refs: { receiptId, dedupeKey, severity: "HIGH", reasonGroup: "NEEDS_HELP", occurrenceCount: 1 },
  };
  expect(await listEvents(scope)).toMatchObject([attention]);
  await settled(scope, undo(habit.id, receiptId));
  expect(await listEvents(scope)).toMatchObject([
    attention,
    { type: "ClientSkipWithdrawn", refs: { receiptId, dedupeKey, severity: "HIGH" } },
  ]);
});

test("the skips in force make the coach's cases, and none remains once undos bring them below the threshold", async () => {
  const scope = await buildScope(em);
  const { habit, meal, localDate } = { ...scope.agenda };
  const { relationshipId } = scope;
  const cases = async () => {
    const spans = [{ relationshipId, first: localDate, last: localDate }];
    const counted = await transact(em, (tx) =>
      listCountedSkips(executorOf(tx), spans, { windowDays: SKIP_WINDOW_DAYS - 1, settling: [] }),
    );
    return openCases(counted).map(({ reasonGroup, occurrenceCount }) => [
      reasonGroup,
      occurrenceCount,
    ]);
  };
  const [pain = ""] = await settled(scope, skip(habit.id, "PAIN_OR_INJURY"), skip(meal.id, "BUSY"));
  expect(await cases()).toEqual([["NEEDS_HELP", 1]]);
  await settled(scope, undo(habit.id, pain));
  expect(await cases()).toEqual([]);
});

test("each undone skip is reported once, even if it had not reached the coach, and nothing else is", async () => {
  const scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  const done = queued("quick-log.complete-task", { taskId: habit.id });
  const [doneId = "", skipId = ""] = await settled(scope, done, skip(meal.id, "BUSY"));
  await settled(scope, undo(habit.id, doneId), undo(meal.id, skipId));
  expect(await listEvents(scope)).toMatchObject([
    { type: "ClientSkipWithdrawn", refs: { receiptId: skipId, severity: "LOW" } },
  ]);
  await settleAll(settlement, { deviceId: scope.deviceId });
  expect(await listEvents(scope)).toHaveLength(1);
});

async function listEvents({ relationshipId }: BuiltScope) {
  const { rows } = await sql<{ type: string; refs: Record<string, unknown> }>`
    select type, refs from outbox
    where type in ('ClientSkipNeedsAttention', 'ClientSkipWithdrawn') and consumer = 'event-feed'
      and refs ->> 'relationshipId' = ${relationshipId}
    order by id`.execute(em.fork().getKysely());
  return rows;
}

async function settled(scope: BuiltScope, ...operations: readonly Operation[]) {
  const { results } = await submit(admission, scope, operations);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => "ACCEPTED"));
  await settleAll(settlement, { deviceId: scope.deviceId });
  return results.map(({ receiptId }) => String(receiptId));
}

function undo(taskId: string, undoesReceiptId: string) {
  return queued(
    "quick-log.undo",
    { taskId, undoesReceiptId },
    { operationVersion: 2, expectedRevision: 2 },
  );
}
