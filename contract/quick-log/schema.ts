import { z } from "zod";
import { metricValueSchema } from "../plans/schema.ts";
import { clientOperationIdSchema } from "../sync/schema.ts";
import { idSchema, instantSchema, textSchema } from "../wire.ts";
import { SKIP_REASONS, VALUE_SOURCE_TYPES } from "./vocabulary.ts";

const confirmedSchema = z.boolean();

/** Payload of each quick-log operation, version 1 (decisions.md, "Quick-log operations"). */
export const QUICK_LOG_PAYLOADS = {
  "quick-log.complete-task": z.strictObject({ taskId: idSchema }),
  "quick-log.complete-item": z.strictObject({ taskId: idSchema, itemId: idSchema }),
  "quick-log.complete-all": z.strictObject({
    taskId: idSchema,
    confirmed: confirmedSchema,
    values: z.record(idSchema, z.record(z.string().max(64), z.unknown())).optional(),
  }),
  "quick-log.record-value": z.strictObject({
    taskId: idSchema,
    metricKind: z.string().max(40),
    value: metricValueSchema,
    unit: z.string().max(20),
    sourceType: z.enum(VALUE_SOURCE_TYPES),
    recordedAt: instantSchema,
    localId: z.string().min(1).max(100).optional(),
  }),
  "quick-log.skip": z.strictObject({
    taskId: idSchema,
    itemId: idSchema.optional(),
    reason: z.enum(SKIP_REASONS),
    note: textSchema(1_000).optional(),
  }),
  "quick-log.undo": z.strictObject({
    taskId: idSchema,
    undoesClientOperationId: clientOperationIdSchema,
  }),
} as const;

export type CompleteTask = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.complete-task"]>;
export type CompleteItem = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.complete-item"]>;
export type CompleteAll = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.complete-all"]>;
export type RecordValue = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.record-value"]>;
export type SkipTask = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.skip"]>;
export type UndoOperation = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.undo"]>;

/** A validated quick-log payload with the action it stands for. */
export type QuickLogIntent =
  | { readonly actionKind: "COMPLETE_TASK"; readonly payload: CompleteTask }
  | { readonly actionKind: "COMPLETE_ITEM"; readonly payload: CompleteItem }
  | { readonly actionKind: "COMPLETE_ALL_ITEMS"; readonly payload: CompleteAll }
  | { readonly actionKind: "RECORD_VALUE"; readonly payload: RecordValue }
  | { readonly actionKind: "SKIP"; readonly payload: SkipTask }
  | { readonly actionKind: "UNDO"; readonly payload: UndoOperation };
