import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { letterOutcomeSchema } from "./schema.ts";
import { INVITATION_STATUSES } from "./vocabulary.ts";

export const invitationParamsSchema = z.strictObject({ invitationId: idSchema });

export const supportInvitationSchema = z
  .strictObject({
    invitationId: idSchema,
    workspaceId: idSchema,
    status: z.enum(INVITATION_STATUSES),
    generation: z.int().describe("How many links were made; only the newest opens."),
    createdAt: instantSchema,
    expiresAt: instantSchema,
    consumedAt: instantSchema.nullable(),
    revokedAt: instantSchema.nullable(),
    lastMail: letterOutcomeSchema
      .nullable()
      .describe("Of the newest mail, for 90 days; null where none is kept."),
  })
  .meta({
    id: "SupportInvitation",
    description: "An invitation of a client as support sees it: no contact, no name, no link.",
  });
