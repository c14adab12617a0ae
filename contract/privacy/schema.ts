import * as z from "zod";
import { USER_STATUSES } from "../accounts/vocabulary.ts";
import { purgeOrdersShape } from "../sync/purge-schema.ts";
import { instantSchema } from "../wire.ts";

export const accountDeletionSchema = z
  .strictObject({
    status: z.enum(USER_STATUSES),
    deletionRequestedAt: instantSchema.nullable(),
    deletionAt: instantSchema.nullable().describe("Until then it can be called off."),
  })
  .meta({
    id: "AccountDeletion",
    description: "An account on its way out, or back: `deletionAt` is null once it was called off.",
  });

export const requestedDeletionSchema = accountDeletionSchema.extend(purgeOrdersShape).meta({
  id: "RequestedDeletion",
  description: "The same with what the devices are to delete that ended at once.",
});
