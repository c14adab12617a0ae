import { describe, expect, test } from "@jest/globals";
import { planActs } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { buildScope, type BuiltScope, queued } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { anImport, walk } from "../factories/quick-log/step-imports.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { em, send } = await useAdmission(await useOwnDatabase());
const acts = planActs(em);

describe("a plan for an imported metric", () => {
  const statusesOf = async (assignmentId: string) =>
    (await acts.tasksOf(assignmentId)).map(({ status }) => status);
  const valueOf = async (assignmentId: string) => {
    const [task] = await acts.tasksOf(assignmentId);
    return [task?.status, task?.completionSummary.value?.current];
  };
  const later = ({ agenda: { localDate } }: BuiltScope, value: number | null) => ({
    windowEnd: `${localDate}T00:00:02.000Z`,
    value,
  });

  test("that replaces another gives its new task the imported value", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    await send(scope, anImport(scope));
    const planId = await acts.make(scope, planBodies.steps);
    const { successor } = await acts.supersede(scope, steps.sourceId, planId);
    expect(await statusesOf(steps.sourceId)).toEqual(["SUPERSEDED"]);
    expect(await valueOf(successor.id)).toEqual(["PENDING", 4_000]);
    await send(scope, anImport(scope, later(scope, 5_000)));
    expect(await valueOf(successor.id)).toEqual(["PENDING", 5_000]);
  });

  test("that is assigned after the import gives its task the value at creation", async () => {
    const scope = await buildScope(em);
    await send(scope, anImport(scope));
    const { assignmentId } = await acts.give(scope, planBodies.steps);
    expect(await valueOf(assignmentId)).toEqual(["PENDING", 4_000]);
    const { assignmentId: water } = await acts.give(scope, planBodies.water);
    expect(await valueOf(water)).toEqual(["PENDING", undefined]);
  });

  test("that is changed renews its task with the imported value", async () => {
    const scope = await buildScope(em);
    const { planId, assignmentId } = await acts.give(scope, planBodies.steps);
    await send(scope, anImport(scope));
    const content = { ...planBodies.steps, title: "Walk more" };
    await acts.publish(scope, planId, content);
    await acts.spread();
    const [task] = await acts.tasksOf(assignmentId);
    expect(task).toMatchObject({ status: "PENDING", snapshot: { title: "Walk more" } });
    expect(await valueOf(assignmentId)).toEqual(["PENDING", 4_000]);
  });

  test.each([
    ["nobody touched", false],
    ["has an undone typed value", true],
  ])(
    "that is paused and resumed gives the value imported since to the task that %s",
    async (_name, typed) => {
      const scope = await buildScope(em);
      const { sourceId, id: taskId } = scope.agenda.steps;
      await send(scope, anImport(scope));
      if (typed) {
        const walked = walk(scope, 300);
        const { clientOperationId: undoesClientOperationId } = walked;
        const undoing = queued("quick-log.undo", { taskId, undoesClientOperationId });
        expect(verdictsOf(await send(scope, walked, undoing))).toEqual(["ACCEPTED", "ACCEPTED"]);
      }
      await acts.pause(scope, sourceId);
      expect(await statusesOf(sourceId)).toEqual(["CANCELED"]);
      await send(scope, anImport(scope, later(scope, 5_000)));
      expect(await valueOf(sourceId)).toEqual(["CANCELED", 4_000]);
      await acts.resume(scope, sourceId);
      expect(await valueOf(sourceId)).toEqual(["PENDING", 5_000]);
      await acts.pause(scope, sourceId);
      const end = { windowEnd: `${scope.agenda.localDate}T00:00:03.000Z`, value: null };
      await send(scope, anImport(scope, end));
      await acts.resume(scope, sourceId);
      expect(await valueOf(sourceId)).toEqual(["PENDING", undefined]);
    },
  );

  test("that is ended keeps its task only for values that the client typed", async () => {
    const [imported, typed] = [await buildScope(em), await buildScope(em)];
    await send(imported, anImport(imported));
    await send(typed, anImport(typed), walk(typed, 300));
    for (const scope of [imported, typed]) await acts.end(scope, scope.agenda.steps.sourceId);
    expect(await statusesOf(imported.agenda.steps.sourceId)).toEqual(["CANCELED"]);
    expect(await statusesOf(typed.agenda.steps.sourceId)).toEqual(["IN_PROGRESS"]);
  });
});
