import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { purgeOrdersShape } from "./purge-schema.ts";

export const endedSessionSchema = z
  .strictObject({
    sessionId: idSchema,
    revokedAt: instantSchema,
    ...purgeOrdersShape,
  })
  .meta({
    id: "EndedSession",
    description: "A session that is over; repeated, the instant is the first one.",
  });

export const endedSessionsSchema = z
  .strictObject({
    revokedAt: instantSchema,
    revokedCount: z.int(),
    ...purgeOrdersShape,
  })
  .meta({
    id: "EndedSessions",
    description:
      "All sessions that were ended at once: how many, when, and what their devices are to delete.",
  });
