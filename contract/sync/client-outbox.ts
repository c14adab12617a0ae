import * as z from "zod";
import { instantSchema } from "../wire.ts";

/** The fields of a query that describe an outbox. */
export type ClientOutbox = z.output<z.ZodObject<typeof clientOutboxShape>>;

/** Stands in for a malformed field; the schema of outbox health never accepts it. */
const MALFORMED = { count: Number.NaN, instant: "" } as const;

const countSchema = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .optional()
  .catch(MALFORMED.count);

/**
 * Outbox health in a query (docs/rooms/sync.md#outbox-health). A malformed field never fails the request: the whole
 * report is dropped, as in a body.
 */
export const clientOutboxShape = {
  outboxDepth: countSchema.describe(
    "Operations that wait for an answer; without this number, the other fields are ignored.",
  ),
  outboxOldestRecordedAt: instantSchema
    .optional()
    .catch(MALFORMED.instant)
    .meta({ default: undefined }),
  outboxRejected: countSchema,
  outboxConflicted: countSchema,
} as const;
