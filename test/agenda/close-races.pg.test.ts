import { afterAll, describe, expect, test } from "@jest/globals";
import { endAssignment } from "../../activities/plans/end-assignment.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { close, dayOf, endDay } from "../factories/closing-day.ts";
import { settleAll, settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, buildScope, type BuiltScope, queued, submit } from "../factories/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openTestDatabase } from "../harness/database.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 8);
const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "close races" });
const { em } = database;
const deps = admissionDeps(em);
afterAll(() => database.close());

const statusesOf = async ({ relationshipId }: BuiltScope) => {
  const tasks = await em.fork().find(AgendaTask, { relationshipId }, { orderBy: { id: "asc" } });
  return new Map(tasks.map(({ id, status }) => [id, status]));
};

/** The day as its tasks and its history say: closed, nothing open, counted as it is. */
async function expectClosed(scope: BuiltScope): Promise<void> {
  await settleAll(settlementDeps(em), scope);
  const statuses = [...(await statusesOf(scope)).values()];
  expect(statuses.filter((status) => status === "PENDING" || status === "IN_PROGRESS")).toEqual([]);
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const day = await em.fork().findOneOrFail(AgendaDay, dayOf(scope));
  expect(day).toMatchObject({
    closedAt: expect.any(Date),
    completedCount: count("COMPLETED"),
    skippedCount: count("SKIPPED"),
    missedCount: count("MISSED"),
  });
  const { relationshipId } = scope;
  const late = await em.fork().count(AgendaTaskEvent, { relationshipId, reason: "LATE_EVIDENCE" });
  expect(day.lateCount > 0).toBe(late > 0);
}

async function race(order: boolean, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  await Promise.all(order ? [one(), other()] : [other(), one()]);
}

describe("The close against", () => {
  test("a sync: what was recorded before wins whichever comes first", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const { habit, meal } = scope.agenda;
      const clientRecordedAt = new Date(Date.now() - 1).toISOString();
      await endDay(em, dayOf(scope));
      const batch = [
        queued("quick-log.complete-task", { taskId: habit.id }, { clientRecordedAt }),
        ...meal.items.map(({ id: itemId }) =>
          queued("quick-log.complete-item", { taskId: meal.id, itemId }, { clientRecordedAt }),
        ),
      ];
      await race(
        round % 2 === 0,
        () => close(em, [dayOf(scope)]),
        async () => {
          const { results } = await submit(deps, scope, batch);
          expect(results.map(({ status }) => status)).toEqual(batch.map(() => "ACCEPTED"));
        },
      );
      const statuses = await statusesOf(scope);
      expect([statuses.get(habit.id), statuses.get(meal.id)]).toEqual(["COMPLETED", "COMPLETED"]);
      await expectClosed(scope);
    }
  });

  test("an undo: the task is missed whichever comes first", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const { habit } = scope.agenda;
      const done = queued("quick-log.complete-task", { taskId: habit.id });
      await submit(deps, scope, [done]);
      await endDay(em, dayOf(scope));
      const { clientOperationId: undoesClientOperationId } = done;
      const undo = queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId });
      await race(
        round % 2 === 0,
        () => close(em, [dayOf(scope)]),
        () => submit(deps, scope, [undo]),
      );
      expect((await statusesOf(scope)).get(habit.id)).toBe("MISSED");
      await expectClosed(scope);
    }
  });

  test("the end of an assignment: its task is canceled or missed, and never open", async () => {
    const seen = new Set<string | undefined>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const { habit } = scope.agenda;
      await endDay(em, dayOf(scope));
      const { sourceId: assignmentId } = await em
        .fork()
        .findOneOrFail(AgendaTask, { id: habit.id });
      await race(
        round % 2 === 0,
        () => close(em, [dayOf(scope)]),
        () =>
          transact(em, (tx) =>
            endAssignment(tx, {
              assignmentId,
              relationshipId: scope.relationshipId,
              workspaceId: scope.workspaceId,
              endedByUserId: scope.coachUserId,
              requestId: "test",
            }),
          ),
      );
      seen.add((await statusesOf(scope)).get(habit.id));
      await expectClosed(scope);
    }
    expect([...seen].every((status) => status === "CANCELED" || status === "MISSED")).toBe(true);
  });
});
