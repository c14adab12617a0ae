import * as z from "zod";
import { idSchema } from "../wire.ts";

const MINUTES_OF_A_DAY = 1_440;

/** Payload of `quick-log.open-structured-log`, version 1. */
export const openLogPayloadSchema = z.strictObject({ taskId: idSchema }).meta({
  id: "OpenStructuredLogPayload",
  description: "Opens the form or log of a task.",
});

/** Payload of `quick-log.snooze`, version 1. */
export const snoozePayloadSchema = z
  .strictObject({
    taskId: idSchema,
    minutes: z
      .int()
      .min(1)
      .max(MINUTES_OF_A_DAY)
      .describe("One of the lengths that the task offers."),
  })
  .meta({
    id: "SnoozePayload",
    description:
      "Snoozes a task, counted from when the operation was recorded; never past its due time or its day.",
  });
export type SnoozeTask = z.output<typeof snoozePayloadSchema>;
