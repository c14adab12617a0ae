import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { purgeOrdersShape } from "./purge-schema.ts";

/** A session that is over; repeated, the instant is the first one. */
export const endedSessionSchema = z.strictObject({
  sessionId: idSchema,
  revokedAt: instantSchema,
  ...purgeOrdersShape,
});

export const endedSessionsSchema = z.strictObject({
  revokedAt: instantSchema,
  revokedCount: z.int(),
  ...purgeOrdersShape,
});
