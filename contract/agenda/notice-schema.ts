import * as z from "zod";
import { idSchema, instantSchema, lineSchema, localDateSchema } from "../wire.ts";
import { FOCUS_NOTE_LENGTH, TASK_SOURCE_CONTEXTS, TASK_SOURCE_TYPES } from "./vocabulary.ts";

export const cardSnapshotSchema = z
  .strictObject({
    planId: z.uuid(),
    title: z.string(),
    instructions: z.string().nullable(),
  })
  .meta({ id: "CardSnapshot", description: "What a card says." });
export type CardSnapshot = z.output<typeof cardSnapshotSchema>;

export const informationalCardSchema = z
  .strictObject({
    cardId: idSchema,
    cardKey: z.string(),
    source: z.strictObject({
      context: z.enum(TASK_SOURCE_CONTEXTS),
      type: z.enum(TASK_SOURCE_TYPES),
      id: idSchema,
      revision: z.int(),
    }),
    revision: z.int(),
    priority: z.int(),
    sortKey: z.string(),
    displayFrom: instantSchema,
    displayUntil: instantSchema,
    snapshot: cardSnapshotSchema,
  })
  .meta({
    id: "InformationalCard",
    description:
      "Something that a day tells and asks nothing of: it can be neither completed nor skipped and counts for nothing. All cards of the day are sent for the whole of it; the device shows one from `displayFrom` on, until just before `displayUntil`.",
  });
export type InformationalCardAnswer = z.output<typeof informationalCardSchema>;

export const focusPinSchema = z
  .strictObject({
    pinId: idSchema,
    revision: z.int(),
    taskId: idSchema,
    note: z.string().nullable(),
    pinnedAt: instantSchema,
  })
  .meta({
    id: "FocusPin",
    description:
      "The task of a day that the coach put first, with one line beside it. Where another task took the place of the one that was pinned, it is that one.",
  });
export type FocusPinAnswer = z.output<typeof focusPinSchema>;

export const pinTaskSchema = z
  .strictObject({
    localDate: localDateSchema,
    agendaTaskId: idSchema,
    note: lineSchema(FOCUS_NOTE_LENGTH).nullable().default(null),
  })
  .meta({ id: "PinTask", description: "The task to put first on its local day, and why." });

/** The local day whose pin is removed. */
export const unpinQuerySchema = z.strictObject({ localDate: localDateSchema });

export const pinnedDaySchema = z
  .strictObject({
    relationshipId: idSchema,
    localDate: localDateSchema,
    focusPin: focusPinSchema.nullable(),
  })
  .meta({
    id: "PinnedDay",
    description: "What is pinned on a local day from now on, if anything.",
  });
