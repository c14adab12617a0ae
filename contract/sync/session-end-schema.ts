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
    description: "The ended session; a repeated request returns the first instant.",
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
      "Result of ending all sessions: how many, when, and the purge orders of their devices.",
  });
