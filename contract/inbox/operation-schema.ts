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
