import { describe, expect, test } from "@jest/globals";
import { batchIdOf } from "../../db/platform/new-id.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildScope, queued, submit } from "../factories/sync/sync.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";

const { em, deps } = await useAdmission();

describe("the event feed", () => {
  test("reports each operation, and the batch once, with ids and counts alone", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const form = await putTaskLike(em, habit);
    const { results } = await submit(deps, scope, [
      queued("today.start", { taskId: form }),
      queued("today.complete", { taskId: habit.id }),
      queued("today.start", { taskId: form }),
      queued("today.start", { taskId: habit.id }),
      queued("today.skip", { taskId: meal.id, reason: "BUSY" }),
    ]);
    const batchId = batchIdOf(results[0]?.receiptId ?? "");
    const listEvents = async () => await listBatchEvents(em.fork(), operationFeatures, [batchId]);
    const batchEvents = (await listEvents()).get(batchId) ?? [];
    expect(batchEvents.map(({ type }) => type)).toEqual([
      "QuickLogOperationAccepted",
      "DailyTaskStatusChanged",
      "QuickLogOperationAccepted",
      "DailyTaskCompleted",
      "QuickLogOperationAccepted",
      "QuickLogOperationRejected",
      "QuickLogOperationAccepted",
      "DailyTaskItemSkipped",
      "DailyTaskItemSkipped",
      "DailyTaskItemSkipped",
      "DailyTaskSkipped",
      "MobileTodaySyncAccepted",
    ]);
    expect(batchEvents.at(-1)).toMatchObject({
      subjectId: batchId,
      refs: { relationshipId: scope.relationshipId, acceptedCount: 4 },
    });
    expect((await listEvents()).get(batchId)).toEqual(batchEvents);
  });

  test("reports every change of a task's status: started by an item, restored by an undo", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const done = queued("today.complete", { taskId: habit.id });
    const { clientOperationId: undoesClientOperationId } = done;
    const { results } = await submit(deps, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[1]?.id }),
      done,
      queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId }),
    ]);
    const batchId = batchIdOf(results[0]?.receiptId ?? "");
    const eventsByBatch = await listBatchEvents(em.fork(), operationFeatures, [batchId]);
    const ofTasks = (eventsByBatch.get(batchId) ?? []).filter(({ type }) =>
      type.startsWith("DailyTask"),
    );
    expect(ofTasks.map(({ type, refs }) => [type, refs["taskId"]])).toEqual([
      ["DailyTaskItemCompleted", meal.id],
      ["DailyTaskStatusChanged", meal.id],
      ["DailyTaskItemCompleted", meal.id],
      ["DailyTaskCompleted", habit.id],
      ["DailyTaskStatusChanged", habit.id],
    ]);
    expect(new Set(ofTasks.map(({ eventId }) => eventId)).size).toBe(ofTasks.length);
  });
});
