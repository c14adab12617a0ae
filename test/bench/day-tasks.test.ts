import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { dayOperation, type DayTasks } from "../../bench/simulate/day-tasks.ts";
import { canonicalForm } from "../../contract/canonical-form.ts";

const AT = "2026-11-29T08:00:00.000Z";
const operationSchema = z.object({
  operationType: z.string(),
  payloadChecksum: z.string(),
  payload: z.looseObject({ taskId: z.string() }),
});
const dayOf = (): DayTasks => ({
  localDate: "2026-11-29",
  plain: ["stretch", "walk"],
  withItems: ["lunch"],
  metric: "steps",
  sent: new Set(),
});
const read = (text: string) => operationSchema.parse(JSON.parse(`{${text}`));

describe("dayOperation()", () => {
  test("completes each task once and records values of the metric with the rest", () => {
    const day = dayOf();
    const sent = [0, 1, 2, 3, 4].map((ordinal) => read(dayOperation(day, ordinal, AT)));
    expect(sent.map(({ operationType, payload }) => [operationType, payload.taskId])).toEqual([
      ["quick-log.complete-task", "stretch"],
      ["quick-log.complete-task", "walk"],
      ["quick-log.complete-all", "lunch"],
      ["quick-log.record-value", "steps"],
      ["quick-log.record-value", "steps"],
    ]);
  });

  test("records a value instead of completing a task a second time", () => {
    const day = dayOf();
    const [once, again] = [read(dayOperation(day, 0, AT)), read(dayOperation(day, 0, AT))];
    expect([once.operationType, again.operationType]).toEqual([
      "quick-log.complete-task",
      "quick-log.record-value",
    ]);
  });

  test("signs each payload with its checksum", () => {
    for (const ordinal of [0, 2, 4]) {
      const { payload, payloadChecksum } = read(dayOperation(dayOf(), ordinal, AT));
      const digest = createHash("sha256").update(canonicalForm(payload)).digest("hex");
      expect(payloadChecksum).toBe(`sha-256:${digest}`);
    }
  });
});
