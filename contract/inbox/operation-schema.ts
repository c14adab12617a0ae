import * as z from "zod";
import { idSchema, textSchema } from "../wire.ts";
import { dismissTaskSchema, resolveTaskSchema, reviewSourceSchema } from "./act-schema.ts";
import { INBOX_LIMITS, SNOOZE_PRESETS } from "./vocabulary.ts";

const ofTask = { taskId: idSchema } as const;
/** The envelope has the revision that was seen, so the payload omits it. */
const inEnvelope = { expectedRevision: true } as const;

/** Payloads of a coach app's offline actions on tasks. Only the web can snooze until an instant. */
export const INBOX_PAYLOADS = {
  touch: z.strictObject(ofTask).meta({
    id: "TouchCoachTaskPayload",
    description:
      "Starts, wakes, undoes, pins or unpins a task of the inbox, by the operation type.",
  }),
  resolve: resolveTaskSchema.omit(inEnvelope).extend(ofTask).meta({
    id: "ResolveCoachTaskPayload",
    description: "Resolves a task of the inbox.",
  }),
  review: reviewSourceSchema.omit(inEnvelope).extend(ofTask).meta({
    id: "ReviewCoachTaskPayload",
    description: "Marks the source of a task of the inbox as reviewed, which closes the task.",
  }),
  dismiss: dismissTaskSchema.omit(inEnvelope).extend(ofTask).meta({
    id: "DismissCoachTaskPayload",
    description: "Dismisses a task of the inbox.",
  }),
  snooze: z
    .strictObject({
      ...ofTask,
      snoozePreset: z.enum(SNOOZE_PRESETS),
      reason: textSchema(INBOX_LIMITS.noteLength).optional(),
    })
    .meta({
      id: "SnoozeCoachTaskPayload",
      description:
        "Snoozes a task of the inbox until a preset, counted from when the operation was recorded.",
    }),
} as const;
