import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { taskKindOf } from "../../rules/plans/task-kind.ts";
import { storedActionSchemaSchema } from "../../contract/agenda/schema.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listDayTasks, loadTasks } from "../../db/agenda/queries.ts";
import { actionSchemaOf } from "../../rules/plans/action-schema.ts";
import { contentOf, KIND_NAMES } from "../factories/quick-log/every-kind.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 2 });

describe("An action schema of the first version", () => {
  test.each([
    ["water", "HABIT"],
    ["weight", "MEASUREMENT"],
  ] as const)("of %s is read as the present one", async (name, kind) => {
    const { agenda, relationshipId } = await buildScope(em);
    const stored = { task_kind: kind, action_schema: firstVersion(name) };
    const id = await putTaskLike(em, agenda.habit, stored);
    const executor = executorOf(em.fork());
    const [named] = await loadTasks(executor, relationshipId, [id]);
    const ofDay = await listDayTasks(executor, relationshipId, [agenda.localDate]);
    const read = [named, ofDay.find((task) => task.id === id)].map((task) => task?.actionSchema);
    const present = actionSchemaOf(contentOf(name), kind);
    expect(read).toEqual([present, present]);
    expect(storedActionSchemaSchema.parse(read[0])).toEqual(present);
  });

  test.each(KIND_NAMES)(
    "of %s is read with the values that completing it requires",
    async (name) => {
      const { taskKind } = taskKindOf(contentOf(name).kind);
      if (taskKind === null) throw new Error("A card is not a task");
      const {
        requiredPayload,
        version: _none,
        ...stored
      } = actionSchemaOf(contentOf(name), taskKind);
      const first = JSON.stringify({ ...stored, requiredInputs: [] });
      const { rows } = await sql<{ read: { requiredPayload: string } }>`
      select action_schema_as_read(${first}::jsonb) as read`.execute(em.fork().getKysely());
      expect(rows[0]?.read).toMatchObject({ requiredPayload });
    },
  );

  test("offers its actions as before; its age refuses nothing", async () => {
    const scope = await buildScope(em);
    const stored = { task_kind: "HABIT", action_schema: firstVersion("habit") };
    const taskId = await putTaskLike(em, scope.agenda.habit, stored);
    const done = queued("quick-log.complete-task", { taskId });
    const { results } = await submit(admissionDeps(em), scope, [done]);
    expect(results[0]?.status).toBe("ACCEPTED");
  });
});

/** Stores the tasks as they were stored before action schemas had a version. */
function firstVersion(name: "water" | "weight" | "habit") {
  const taskKind = name === "weight" ? "MEASUREMENT" : "HABIT";
  const present = actionSchemaOf(contentOf(name), taskKind);
  const { version: _none, requiredPayload: _either, actions, ...stored } = present;
  const asking = actions.find(({ requiredInputs }) => requiredInputs.length > 0);
  const plain = actions.map(({ kind, scope }) => ({ kind, scope }));
  return { ...stored, actions: plain, requiredInputs: asking?.requiredInputs ?? [] };
}
