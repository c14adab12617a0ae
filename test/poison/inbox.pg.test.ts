import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { actOnTasks } from "../../activities/inbox/acts/act-on-tasks.ts";
import { requestedDismissal } from "../../activities/inbox/acts/requested-acts.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
const log = { error: (fields: unknown) => void faults.push(fields) };
const DISMISS = requestedDismissal({ dismissReason: "NOT_RELEVANT" });

let taskIds: string[];
let act: (taskAct: TaskAct) => Promise<readonly (string | null)[]>;
beforeEach(async () => {
  faults.length = 0;
  await poison.remove();
  const { workspaceId, relationshipId, client, coach } = await buildRelationship(em);
  const owner = { clientUserId: client.userId, coachUserId: coach.userId };
  taskIds = [];
  for (let made = 0; made < 5; made += 1)
    taskIds.push((await putCoachTask(em, { workspaceId, relationshipId, ...owner })).id);
  const actor = { workspaceId, byUserId: coach.userId, requestId: "bulk", log };
  act = async (taskAct) => {
    const outcomes = await transact(em, (tx) => actOnTasks(tx, actor, taskIds, taskAct));
    expect(outcomes.map(({ taskId }) => taskId)).toEqual(taskIds);
    return outcomes.map(({ outcome, code }) => code ?? outcome);
  };
});

test("a task that cannot be written does not delay the others of a bulk act, is refused with INTERNAL and logged, and is acted on once it is repaired", async () => {
  const [, bad] = taskIds;
  await poison.refuse("coach_task", `id = '${bad}' and status = 'DISMISSED'`);
  expect(await act(DISMISS)).toEqual(["APPLIED", "INTERNAL", "APPLIED", "APPLIED", "APPLIED"]);
  expect([await count("DISMISSED"), await count("OPEN")]).toEqual([4, 1]);
  const events = await em.fork().find(CoachTaskEvent, { taskId: { $in: taskIds } });
  expect(events.map(({ taskId }) => taskId).toSorted()).toEqual(
    taskIds.filter((id) => id !== bad).toSorted(),
  );
  expect(faults).toMatchObject([{ taskId: bad, failureClass: "SQLSTATE_23514" }]);
  await poison.remove();
  const closed = "STATE_CONFLICT";
  expect(await act(DISMISS)).toEqual([closed, "APPLIED", closed, closed, closed]);
});

test("a task on which a rule fails does not delay the others of a bulk act", async () => {
  const [, , bad] = taskIds;
  const failing: TaskAct = {
    ...DISMISS,
    decide(loaded, known, actor) {
      const decided = DISMISS.decide(loaded, known, actor);
      if (loaded.task.id === bad) throw new RangeError("planted");
      return decided;
    },
  };
  expect(await act(failing)).toEqual(["APPLIED", "APPLIED", "INTERNAL", "APPLIED", "APPLIED"]);
  expect([await count("DISMISSED"), await count("OPEN")]).toEqual([4, 1]);
  expect(faults).toMatchObject([{ taskId: bad, failureClass: "RangeError" }]);
});

test("a database failure in a bulk act is no poison: no part of the act is done", async () => {
  await poison.plant("coach_task", { sqlState: "53200" });
  await expect(act(DISMISS)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([await count("DISMISSED"), faults]).toEqual([0, []]);
});

function count(status: CoachTask["status"]) {
  return em.fork().count(CoachTask, { id: { $in: taskIds }, status });
}
