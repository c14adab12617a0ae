import { expect, test } from "@jest/globals";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { success } from "../../factories/device/fake-api.ts";
import { dayWith, taskOf } from "../../factories/device/read-day.ts";

const TASK = "/api/v1/client/quick-log/tasks/task";
const CHANGED = {
  entityType: "agenda_task",
  entityId: "task",
  path: "/api/v1/client/today?date=2026-01-05",
  reason: "CHANGED",
};

test.each(["the changes since its cursor", "an earlier answer"])(
  "A read in which the day ends reads a task of the ended day that %s named, because a refused entry refers to it",
  async (source) => {
    const world = makeDeviceWorld();
    world.today = dayWith([taskOf(1, "OPEN")]);
    const device = await world.open();
    await device.signIn(world.tokens());
    const scope = await firstScope(device);
    await scope.refresh();
    const isHint = source === "an earlier answer";
    world.api.judge = () => ({
      status: "REJECTED",
      receiptId: "018f0000-0000-7000-8000-0000000000e1",
      acceptedRevision: null,
      category: "VALIDATION",
      rejectionCode: "PAYLOAD_INVALID",
      refetch: isHint ? [CHANGED] : [],
    });
    const verdict = await scope.enqueue({
      operationType: "today.complete",
      payload: { taskId: "task" },
    });
    await verdict.verdict();
    world.today = dayWith([], { localDate: "2026-01-06" });
    const task = taskOf(2, "COMPLETED");
    world.intercept = ({ method, path }) => {
      const [asked = ""] = path.split("?");
      if (asked === TASK) return success({ task });
      return method === "GET" && asked.endsWith("/sync")
        ? success({
            serverCursor: "cursor",
            scopeState: "ACTIVE",
            changes: isHint ? [] : [CHANGED],
          })
        : null;
    };

    await scope.refresh();

    expect(await world.rows("select id, revision from snapshot where kind = 'task'")).toEqual([
      { id: "task", revision: 2 },
    ]);
  },
);
