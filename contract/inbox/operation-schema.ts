import * as z from "zod";
import { idSchema, textSchema } from "../wire.ts";
import { dismissTaskSchema, resolveTaskSchema, reviewSourceSchema } from "./act-schema.ts";
import { INBOX_LIMITS, SNOOZE_PRESETS } from "./vocabulary.ts";

const ofTask = { taskId: idSchema } as const;
/** The revision that was seen stands in the envelope. */
const inEnvelope = { expectedRevision: true } as const;

/** Payloads of what a coach's app does to tasks without a connection; an instant to snooze until is the web's alone. */
export const INBOX_PAYLOADS = {
  touch: z.strictObject(ofTask).meta({
    id: "TouchCoachTaskPayload",
    description:
      "A task of the inbox is begun, woken, taken back, pinned or unpinned, by the type.",
  }),
  resolve: resolveTaskSchema.omit(inEnvelope).extend(ofTask).meta({
    id: "ResolveCoachTaskPayload",
    description: "A task of the inbox is done, and how.",
  }),
  review: reviewSourceSchema.omit(inEnvelope).extend(ofTask).meta({
    id: "ReviewCoachTaskPayload",
    description: "What a task of the inbox is about was reviewed, which closes it.",
  }),
  dismiss: dismissTaskSchema.omit(inEnvelope).extend(ofTask).meta({
    id: "DismissCoachTaskPayload",
    description: "A task of the inbox needs nobody, and why.",
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
        "A task of the inbox sleeps until a preset, counted from when that was asked for.",
    }),
} as const;
