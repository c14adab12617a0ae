import * as z from "zod";
import { USER_STATUSES } from "../accounts/vocabulary.ts";
import { purgeOrdersShape } from "../sync/purge-schema.ts";
import { instantSchema } from "../wire.ts";

/** An account on its way out, or back: `deletionAt` is null once it was called off. */
export const accountDeletionSchema = z.strictObject({
  status: z.enum(USER_STATUSES),
  deletionRequestedAt: instantSchema.nullable(),
  /** Until then it can be called off. */
  deletionAt: instantSchema.nullable(),
});

/** The same with what the devices are to delete that ended at once. */
export const requestedDeletionSchema = accountDeletionSchema.extend(purgeOrdersShape);
