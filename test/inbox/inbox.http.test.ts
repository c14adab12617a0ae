import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { coachTaskDetailSchema } from "../../contract/inbox/schema.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { refusalBody, refusalOf } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";

const desk = await useInboxDesk();

describe("A client who skips with pain", () => {
  test("is the coach's first task, with the parts of the score and what will close it", async () => {
    const phone = await desk.phone();
    const { habit, meal } = phone.agenda;
    const obstacle = { taskId: meal.id, reason: "FOOD_UNAVAILABLE", note: "No rice anywhere" };
    await desk.send(phone, queued("quick-log.skip", obstacle));
    await desk.skip(phone, habit.id, "PAIN_OR_INJURY");
    const [first, ...others] = await desk.list(phone);
    expect(first).toMatchObject({
      taskType: "PROGRESS_ALERT",
      status: "OPEN",
      severity: "URGENT",
      score: { base: 90, severity: 30, client: 0, pin: 0 },
      summary: { code: "HELP_NEEDED", counts: { occurrences: 1 } },
      closes: { code: "DAY_REVIEWED_OR_WITHDRAWN" },
      route: `/clients/${phone.relationshipId}/days/${phone.agenda.localDate}`,
      actions: ["START", "RESOLVE", "REVIEW", "DISMISS", "PIN", "ASSIGN"],
    });
    expect(JSON.stringify(first)).not.toMatch(/pain/i);
    expect(others.map(({ taskType }) => taskType)).toEqual(["NUTRITION_REVIEW"]);
    expect(await desk.counts(phone)).toMatchObject({ open: 2, highSeverity: 1, badge: 2 });
  });

  test("leaves nothing to do after undoing it", async () => {
    const phone = await desk.phone();
    const { habit } = phone.agenda;
    const undoesReceiptId = await desk.skip(phone, habit.id, "PAIN_OR_INJURY");
    const [task] = await desk.list(phone);
    const undone = { operationVersion: 2, expectedRevision: 2 };
    const taskId = habit.id;
    await desk.send(phone, queued("quick-log.undo", { taskId, undoesReceiptId }, undone));
    expect(await desk.list(phone)).toEqual([]);
    const { data } = await desk.call(phone, `coach-tasks/${task?.taskId}`);
    expect(coachTaskDetailSchema.parse(data)).toMatchObject({
      status: "RESOLVED",
      resolutionType: "SOURCE_COMPLETED",
      timeline: [{ type: "created" }, { type: "resolved", actor: { kind: "SYSTEM" } }],
    });
  });
});

describe("The inbox of another coach", () => {
  test("answers for a foreign task like for an unknown one", async () => {
    const [phone, other] = [await desk.phone(), await desk.phone()];
    await desk.skip(phone, phone.agenda.habit.id, "CONFUSED");
    const [task] = await desk.list(phone);
    const foreign = await desk.call(other, `coach-tasks/${task?.taskId}`);
    const unknown = await desk.call(other, `coach-tasks/${randomUUID()}`);
    expect(refusalOf(foreign).status).toBe(404);
    expect(refusalBody(foreign)).toEqual(refusalBody(unknown));
    expect(await desk.list(other)).toEqual([]);
  });
});
