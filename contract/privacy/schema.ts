import * as z from "zod";
import { USER_STATUSES } from "../accounts/vocabulary.ts";
import { purgeOrdersShape } from "../sync/purge-schema.ts";
import { instantSchema } from "../wire.ts";

export const accountDeletionSchema = z
  .strictObject({
    status: z.enum(USER_STATUSES),
    deletionRequestedAt: instantSchema.nullable(),
    deletionAt: instantSchema.nullable().describe("Until when the deletion can be cancelled."),
  })
  .meta({
    id: "AccountDeletion",
    description: "State of an account's deletion: `deletionAt` is null once it was cancelled.",
  });

export const requestedDeletionSchema = accountDeletionSchema.extend(purgeOrdersShape).meta({
  id: "RequestedDeletion",
  description: "The same, with the purge orders of the devices that were ended.",
});
