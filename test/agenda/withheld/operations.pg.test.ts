import { expect, test } from "@jest/globals";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { blind, laterTask, openLaterTask } from "../../factories/quick-log/later-task.ts";
import { admissionDeps, buildScope, queued, submit } from "../../factories/sync/sync.ts";
import { verdictsOf } from "../../factories/sync/verdicts.ts";
import { withhold } from "../../factories/agenda/withhold.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

test("An operation on a withheld task is retryable with a delay, and judged again once the task exists", async () => {
  const { scope, taskId, localDate } = await withheldHabit();
  const operation = blind("today.complete", { taskId });
  const { results } = await submit(deps, scope, [operation]);
  expect(results).toMatchObject([
    {
      status: "REFETCH_REQUIRED",
      rejectionCode: "TASK_WITHHELD",
      receiptId: null,
      allowedResolutions: ["RETRY"],
      retryAfterSeconds: 900,
    },
  ]);
  await openLaterTask(em, scope, { id: taskId, localDate });
  expect(verdictsOf((await submit(deps, scope, [operation])).results)).toEqual(["ACCEPTED"]);
});

test("The delay ends with the day, whose close decides", async () => {
  const { scope, relationshipId, taskId, localDate } = await withheldHabit();
  const closesAt = new Date((await clockNow(em.fork())).getTime() + 300_000);
  await em.fork().nativeUpdate(AgendaDay, { relationshipId, localDate }, { closesAt });
  const { results } = await submit(deps, scope, [blind("today.complete", { taskId })]);
  expect(results[0]?.retryAfterSeconds).toBeLessThanOrEqual(300);
  expect(results[0]?.retryAfterSeconds).toBeGreaterThanOrEqual(60);
});

test("Once its day has closed, an operation on a withheld task is refused for good with its own code", async () => {
  const { scope, relationshipId, taskId, localDate } = await withheldHabit();
  const closedAt = await clockNow(em.fork());
  await em.fork().nativeUpdate(AgendaDay, { relationshipId, localDate }, { closedAt });
  const { results } = await submit(deps, scope, [
    blind("today.complete", { taskId }),
    queued("quick-log.complete-task", { taskId }),
  ]);
  expect(verdictsOf(results)).toEqual(["TASK_NEVER_SHOWN", "TASK_NEVER_SHOWN"]);
  expect(results[0]?.receiptId).toEqual(expect.any(String));
});

test("The answer reveals nothing about what is withheld from another client", async () => {
  const { taskId } = await withheldHabit();
  const other = await buildScope(em);
  const { results } = await submit(deps, other, [blind("today.complete", { taskId })]);
  expect(verdictsOf(results)).toEqual(["TASK_UNKNOWN"]);
});

test("A batch whose tasks all exist queries no withheld occurrences", async () => {
  const { scope } = await withheldHabit();
  const { habit } = scope.agenda;
  const { statements } = await recordStatements(() =>
    submit(deps, scope, [queued("quick-log.complete-task", { taskId: habit.id })]),
  );
  expect(statements.filter((text) => text.includes("withheld"))).toEqual([]);
});

/** A scope, and a habit that is withheld from its present day. */
async function withheldHabit() {
  const scope = await buildScope(em);
  const { relationshipId } = scope;
  const { id: taskId, localDate } = await laterTask(em, scope, 0);
  await withhold(em, { relationshipId, localDate, taskId });
  return { scope, relationshipId, taskId, localDate };
}
