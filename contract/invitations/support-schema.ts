import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { emailOutcomeSchema } from "./schema.ts";
import { INVITATION_STATUSES } from "./vocabulary.ts";

export const invitationParamsSchema = z.strictObject({ invitationId: idSchema });

export const supportInvitationSchema = z
  .strictObject({
    invitationId: idSchema,
    workspaceId: idSchema,
    status: z.enum(INVITATION_STATUSES),
    generation: z.int().describe("Number of links that were made; only the newest one opens."),
    createdAt: instantSchema,
    expiresAt: instantSchema,
    consumedAt: instantSchema.nullable(),
    revokedAt: instantSchema.nullable(),
    lastMail: emailOutcomeSchema
      .nullable()
      .describe("State of the newest mail, for 90 days; null if none is kept."),
  })
  .meta({
    id: "SupportInvitation",
    description: "An invitation of a client as support sees it, without contact, name and link.",
  });
