import * as z from "zod";
import { idSchema, textSchema } from "../wire.ts";
import { dismissTaskSchema, resolveTaskSchema, reviewSourceSchema } from "./act-schema.ts";
import { INBOX_LIMITS, SNOOZE_PRESETS } from "./vocabulary.ts";

const ofTask = { taskId: idSchema } as const;
/** The revision that was seen stands in the envelope. */
const inEnvelope = { expectedRevision: true } as const;

/** Payloads of what a coach's app does to tasks without a connection; an instant to snooze until is the web's alone. */
export const INBOX_PAYLOADS = {
  touch: z.strictObject(ofTask),
  resolve: resolveTaskSchema.omit(inEnvelope).extend(ofTask),
  review: reviewSourceSchema.omit(inEnvelope).extend(ofTask),
  dismiss: dismissTaskSchema.omit(inEnvelope).extend(ofTask),
  snooze: z.strictObject({
    ...ofTask,
    snoozePreset: z.enum(SNOOZE_PRESETS),
    reason: textSchema(INBOX_LIMITS.noteLength).optional(),
  }),
} as const;
