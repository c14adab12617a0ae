import * as z from "zod";
import { idSchema, instantSchema, lineSchema, localDateSchema } from "../wire.ts";
import { FOCUS_NOTE_LENGTH, TASK_SOURCE_CONTEXTS, TASK_SOURCE_TYPES } from "./vocabulary.ts";

export const cardSnapshotSchema = z
  .strictObject({
    planId: z.uuid(),
    title: z.string(),
    instructions: z.string().nullable(),
  })
  .meta({ id: "CardSnapshot", description: "Content of a card." });
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
      "A message of a day that requires no action: it can be neither completed nor skipped, and does not count. The day's answer has all of its cards; the device shows each from `displayFrom` until just before `displayUntil`.",
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
      "The task of a day that the coach put first, with a note. If another task replaced the pinned one, it is the replacement.",
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
    description: "The pin of a local day after the change, if any.",
  });
