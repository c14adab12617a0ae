import { expect, test } from "@jest/globals";
import { cancelSourceTasks } from "../../db/agenda/cancel-source-tasks.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

test("an operation on a task that its coach withdrew is a conflict that says so", async () => {
  const scope = await buildScope(em);
  const { relationshipId, coachUserId: actorUserId, agenda } = scope;
  const { id: taskId } = agenda.habit;
  const [source] = await em
    .fork()
    .execute<{ id: string }[]>("select source_id as id from agenda_task where id = ?", [taskId]);
  const now = new Date();
  await transact(em, (tx) =>
    cancelSourceTasks(tx, {
      relationshipId,
      sourceIds: [source?.id ?? ""],
      fromLocalDate: agenda.localDate,
      reason: "ASSIGNMENT_ENDED",
      successor: null,
      actorUserId,
      actorKind: "COACH",
      now,
    }),
  );
  const operation = queued("quick-log.complete-task", { taskId });
  const deps = admissionDeps(em);
  const { results } = await submit(deps, scope, [operation]);
  expect(results).toMatchObject([
    {
      status: "CONFLICT",
      conflictCode: "TASK_CANCELED",
      category: "SUPERSEDED_ASSIGNMENT",
      latestRevision: 2,
      rebaseable: false,
      conflict: {
        changedFields: ["status"],
        sinceRevision: 1,
        changedBy: "COACH",
        changedAt: now.toISOString(),
        writeSetsTouch: true,
        rebaseRevision: null,
      },
    },
  ]);
  expect((await submit(deps, scope, [operation])).results).toEqual(results);
});
