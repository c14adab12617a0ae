import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import {
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { blind } from "../factories/quick-log/later-task.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { countStored, taskRow } from "../factories/quick-log/stored-operations.ts";

const { em, deps } = await useAdmission();

describe("today.complete", () => {
  test("shares one working copy of its tasks with quick-log's operations", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const done = queued("today.complete", { taskId: habit.id });
    const batch = [
      done,
      queued("quick-log.undo", {
        taskId: habit.id,
        undoesClientOperationId: done.clientOperationId,
      }),
      queued("quick-log.complete-task", { taskId: habit.id }),
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      queued("today.complete", { taskId: meal.id }),
      queued("today.skip", { taskId: meal.id, reason: "BUSY" }),
    ];
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual([
      ...Array.from({ length: 5 }, () => "ACCEPTED"),
      "TASK_CLOSED",
    ]);
    expect(await taskRow(em, habit.id)).toEqual({ status: "COMPLETED", revision: 4 });
    expect(await taskRow(em, meal.id)).toEqual({ status: "COMPLETED", revision: 3 });
  });

  test("shares one history with quick-log's operations, under the resulting action", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const batch = [habit, meal].map(({ id }) => queued("today.complete", { taskId: id }));
    await submit(deps, scope, batch);
    const { rows } = await sql<{ kind: string; scope: string }>`
      select action_kind as kind, scope from quick_log_operation
      where relationship_id = ${scope.relationshipId} order by receipt_id`.execute(
      em.fork().getKysely(),
    );
    expect(rows).toEqual([
      { kind: "COMPLETE_TASK", scope: "TASK" },
      { kind: "COMPLETE_ALL_ITEMS", scope: "GROUP" },
    ]);
  });

  test("is refused for a task with a form or a log, by either name", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const form = await putTaskLike(em, habit);
    const workout = { task_kind: "WORKOUT", action_schema: actionSchemaOf("WORKOUT", BARE_TASK) };
    const ids = [form, await putTaskLike(em, habit, workout)];
    const batch = ids.flatMap((taskId) =>
      ["today.complete", "quick-log.complete-task"].map((type) => queued(type, { taskId })),
    );
    const { results } = await submit(deps, scope, batch);
    expect(new Set(verdictsOf(results))).toEqual(new Set(["STRUCTURED_LOG_REQUIRED"]));
    for (const id of ids) expect(await taskRow(em, id)).toEqual({ status: "PENDING", revision: 1 });
  });
});

describe("today.start", () => {
  test("starts a task that has its own screen, and no other", async () => {
    const scope = await buildScope(em);
    const { habit, meal, water } = scope.agenda;
    const form = await putTaskLike(em, habit);
    const start = (taskId: string) => queued("today.start", { taskId });
    const { results } = await submit(deps, scope, [form, habit.id, meal.id, water.id].map(start));
    expect(verdictsOf(results)).toEqual([
      "ACCEPTED",
      "ACTION_NOT_OFFERED",
      "ACTION_NOT_OFFERED",
      "ACTION_NOT_OFFERED",
    ]);
    expect(await taskRow(em, form)).toEqual({ status: "IN_PROGRESS", revision: 2 });
  });

  test("of a started task is accepted without a change, so that no next operation is stale", async () => {
    const scope = await buildScope(em);
    const form = await putTaskLike(em, scope.agenda.habit);
    const other = await otherPhone(scope);
    const start = () => queued("today.start", { taskId: form });
    await submit(deps, scope, [start(), start()]);
    const seen = { expectedRevision: 2 };
    const before = await countStored(em, scope);
    const again = await submit(deps, other, [{ ...start(), ...seen }]);
    expect(again.results).toMatchObject([{ status: "ACCEPTED", acceptedRevision: 2 }]);
    expect((await countStored(em, scope)).seq).toBe(before.seq);
    const skip = queued("today.skip", { taskId: form, reason: "BUSY" }, seen);
    expect(verdictsOf((await submit(deps, scope, [skip])).results)).toEqual(["ACCEPTED"]);
    expect(await taskRow(em, form)).toEqual({ status: "SKIPPED", revision: 3 });
  });

  test("can be undone, and is refused on a finished task", async () => {
    const scope = await buildScope(em);
    const form = await putTaskLike(em, scope.agenda.habit);
    const started = queued("today.start", { taskId: form });
    const undo = queued("quick-log.undo", {
      taskId: form,
      undoesClientOperationId: started.clientOperationId,
    });
    const skip = queued("today.skip", { taskId: form, reason: "BUSY" });
    const batch = [started, undo, skip, queued("today.start", { taskId: form })];
    expect(verdictsOf((await submit(deps, scope, batch)).results)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
      "TASK_CLOSED",
    ]);
  });
});

describe("an operation without a revision", () => {
  test("that skips is judged on the present task; with a revision it is judged by that", async () => {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    const tick = { taskId: meal.id, itemId: meal.items[0]?.id };
    await submit(deps, await otherPhone(scope), [queued("quick-log.complete-item", tick)]);
    const payload = { taskId: meal.id, reason: "BUSY" };
    const { results } = await submit(deps, scope, [
      queued("today.skip", payload),
      blind("today.skip", payload),
    ]);
    expect(verdictsOf(results)).toEqual(["STALE_REVISION", "ACCEPTED"]);
  });

  test("that completes or starts knows only the first revision and its own phone's changes", async () => {
    const scope = await buildScope(em);
    const other = await otherPhone(scope);
    const [mine, theirs] = [scope.agenda.habit.id, await putTaskLike(em, scope.agenda.habit)];
    const start = () => blind("today.start", { taskId: theirs });
    expect(verdictsOf((await submit(deps, other, [start(), start()])).results)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
    ]);
    const batch = [start(), blind("today.complete", { taskId: mine })];
    const { results } = await submit(deps, scope, batch);
    expect(verdictsOf(results)).toEqual(["STALE_REVISION", "ACCEPTED"]);
    expect(results[0]?.conflict).toMatchObject({ sinceRevision: 1, changedFields: ["status"] });
    expect(results[1]?.canonicalIds).toEqual([
      { localId: mine, canonicalId: mine, entityType: "agenda_task" },
    ]);
  });

  test("is stale when the source refreshed the task in place", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    await sql`update agenda_task set revision = 2, revision_before_run = 1, foreign_revision = 2
      where id = ${habit.id}`.execute(em.fork().getKysely());
    const { results } = await submit(deps, scope, [blind("today.complete", { taskId: habit.id })]);
    expect(verdictsOf(results)).toEqual(["STALE_REVISION"]);
  });
});

describe("implausible times", () => {
  test("of a completion, in the future or in 1970, are accepted, corrected and flagged", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const at = (type: string, taskId: string, clientRecordedAt: string) =>
      queued(
        type,
        { taskId, ...(type === "today.skip" && { reason: "BUSY" }) },
        { clientRecordedAt },
      );
    const { results } = await submit(deps, scope, [
      at("today.complete", habit.id, "2999-01-01T00:00:00.000Z"),
      at("today.skip", meal.id, "1970-01-01T00:00:00.000Z"),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    const { rows } = await sql<{ flags: string[]; plausible: boolean }>`
      select clock_flags as flags, corrected_at between relationship.started_at and clock_now() as plausible
      from quick_log_operation operation
      join relationship on relationship.id = operation.relationship_id
      where operation.relationship_id = ${scope.relationshipId} order by receipt_id`.execute(
      em.fork().getKysely(),
    );
    expect(rows).toEqual([
      { flags: ["FUTURE"], plausible: true },
      { flags: ["BEFORE_RELATIONSHIP"], plausible: true },
    ]);
  });
});

/** Another phone of the same client. */
async function otherPhone(scope: BuiltScope) {
  return {
    ...scope,
    deviceId: await buildDevice(em, scope.clientUserId),
  };
}
