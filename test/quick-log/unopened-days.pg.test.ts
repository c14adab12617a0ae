import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../db/platform/new-id.ts";
import { buildScope, queued, submit } from "../factories/sync/sync.ts";
import { blind, laterTask, openLaterTask } from "../factories/quick-log/later-task.ts";
import { setNewestDay } from "../factories/quick-log/structured-task.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { countStored, taskRow } from "../factories/quick-log/stored-operations.ts";

const { em, deps } = await useAdmission();

describe("a task named by its computed id (docs/rooms/agenda.md#unopened-days)", () => {
  /** A scope whose newest day is that of its agenda, and a habit this many days later. */
  async function ahead(days: number) {
    const scope = await buildScope(em);
    return { scope, ...(await laterTask(em, scope, days)) };
  }

  test("of a day that is not open yet is retryable: no receipt is kept, and sent again it is judged again", async () => {
    const { scope, localDate, id } = await ahead(1);
    const operation = blind("today.complete", { taskId: id });
    const before = await countStored(em, scope);
    const first = await submit(deps, scope, [operation]);
    expect(first.results).toMatchObject([
      {
        status: "REFETCH_REQUIRED",
        rejectionCode: "DAY_NOT_OPEN",
        category: "SERVER_REQUIRES_REFETCH",
        receiptId: null,
        allowedResolutions: ["RETRY"],
      },
    ]);
    expect(first.results[0]?.retryAfterSeconds).toBeGreaterThanOrEqual(30);
    expect(first.results[0]?.retryAfterSeconds).toBeLessThanOrEqual(2 * 86_400);
    expect(await countStored(em, scope)).toEqual(before);
    await openLaterTask(em, scope, { id, localDate });
    const { results } = await submit(deps, scope, [operation]);
    expect(results).toMatchObject([
      { status: "ACCEPTED", acceptedRevision: 2, canonicalIds: [{ canonicalId: id }] },
    ]);
  });

  test("leaves the rest of its batch alone; dependent operations wait with it", async () => {
    const { scope, id } = await ahead(2);
    const early = blind("today.complete", { taskId: id });
    const dependsOn = [early.clientOperationId];
    const { habit, meal } = scope.agenda;
    const child = queued("today.skip", { taskId: meal.id, reason: "BUSY" }, { dependsOn });
    const batch = [early, queued("today.complete", { taskId: habit.id }), child, early];
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual([
      "DAY_NOT_OPEN",
      "ACCEPTED",
      "DEPENDENCY_PENDING",
      "DAY_NOT_OPEN",
    ]);
    expect(results[2]).toMatchObject({
      receiptId: null,
      parentClientOperationId: early.clientOperationId,
    });
    expect(await countStored(em, scope)).toMatchObject({ batches: 1, deferred: 0, history: 1 });
    const again = await submit(deps, scope, batch);
    expect(verdictsOf(again.results)).toEqual([
      "DAY_NOT_OPEN",
      "ALREADY_ACCEPTED",
      "DEPENDENCY_PENDING",
      "DAY_NOT_OPEN",
    ]);
  });

  test("before its day is open leaves the refused operation to another replacement", async () => {
    const { scope, id } = await ahead(1);
    const refused = queued("today.complete", { taskId: newId() });
    await submit(deps, scope, [refused]);
    const resubmitOf = refused.clientOperationId;
    const early = blind("today.complete", { taskId: id }, { resubmitOf });
    const completion = queued("today.complete", { taskId: scope.agenda.meal.id });
    const first = await submit(deps, scope, [early, completion]);
    expect(verdictsOf(first.results)).toEqual(["DAY_NOT_OPEN", "ACCEPTED"]);
    const other = queued("today.complete", { taskId: scope.agenda.habit.id }, { resubmitOf });
    expect(verdictsOf((await submit(deps, scope, [other])).results)).toEqual(["ACCEPTED"]);
  });

  test("of any other day is unknown for good, like one of another client's day", async () => {
    const past = await ahead(0);
    const far = await ahead(3);
    const { scope } = past;
    const foreign = await buildScope(em);
    const ids = [past.id, far.id, newId(), foreign.agenda.habit.id];
    const batch = ids.map((taskId) => blind("today.skip", { taskId, reason: "BUSY" }));
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual(ids.map(() => "TASK_UNKNOWN"));
    for (const { receiptId } of results) expect(receiptId).not.toBeNull();
    expect(await taskRow(em, foreign.agenda.habit.id)).toEqual({ status: "PENDING", revision: 1 });
  });

  test("of another client's next day gets the same answer as one of its own", async () => {
    const { scope } = await ahead(1);
    const foreign = await ahead(1);
    await openLaterTask(em, foreign.scope, foreign);
    const operation = blind("today.skip", { taskId: foreign.id, reason: "BUSY" });
    const { results } = await submit(deps, scope, [operation]);
    expect(verdictsOf(results)).toEqual(["DAY_NOT_OPEN"]);
    expect(await taskRow(em, foreign.id)).toEqual({ status: "PENDING", revision: 1 });
  });

  test("is judged by the calendar of its relationship, whatever the clock shows", async () => {
    const { scope, id, localDate } = await ahead(1);
    await setNewestDay(em, scope.relationshipId, localDate);
    const { id: third } = await laterTask(em, scope, 3);
    await setNewestDay(em, scope.relationshipId, localDate);
    const batch = [id, third].map((taskId) => blind("today.complete", { taskId }));
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual(["TASK_UNKNOWN", "DAY_NOT_OPEN"]);
  });

  test("without a calendar counts from the present day", async () => {
    const { scope, id } = await ahead(1);
    await sql`delete from relationship_calendar where relationship_id = ${scope.relationshipId}`.execute(
      em.fork().getKysely(),
    );
    const { results } = await submit(deps, scope, [blind("today.complete", { taskId: id })]);
    expect(verdictsOf(results)).toEqual(["DAY_NOT_OPEN"]);
  });
});
