import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageSchema } from "../wire.ts";
import { MAX_REASON_LENGTH, SUPPORT_PERMISSIONS } from "./support-vocabulary.ts";
import { USER_ROLES, USER_STATUSES } from "./vocabulary.ts";

const reasonSchema = lineSchema(MAX_REASON_LENGTH);

export const userParamsSchema = z.strictObject({ userId: idSchema });
export const accountActSchema = z.strictObject({ reason: reasonSchema }).meta({
  id: "AccountAct",
  description: "Why an account or a workspace is suspended or let back in; kept in the audit.",
});

export const sessionsEndingSchema = z
  .strictObject({ reason: reasonSchema, sessionId: idSchema.optional() })
  .meta({
    id: "SessionsEnding",
    description: "Why, and which session of the person; without one, all of them.",
  });
export const endedSessionsSchema = z
  .strictObject({ userId: idSchema, endedSessions: z.int().min(0) })
  .meta({ id: "EndedSessions", description: "How many sessions were open and are over now." });

export const accountStateSchema = z
  .strictObject({
    userId: idSchema,
    status: z.enum(USER_STATUSES),
    updatedAt: instantSchema,
  })
  .meta({ id: "AccountState", description: "How an account stands after an operator's act." });

export const supportUserSchema = z
  .strictObject({
    userId: idSchema,
    displayName: z.string(),
    status: z.enum(USER_STATUSES),
    roles: z.array(z.enum(USER_ROLES)),
    openSessions: z.int(),
    activeDevices: z.int(),
    createdAt: instantSchema,
    emailRefusedAt: instantSchema
      .nullable()
      .describe(
        "Since when the e-mail that its sign-in proves is another account's; null while it is not.",
      ),
    deletionRequestedAt: instantSchema.nullable(),
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportUser", description: "An account as support sees it: no contact." });

export const supportGrantingSchema = z
  .strictObject({
    subject: lineSchema(255),
    permission: z.enum(SUPPORT_PERMISSIONS),
    reason: reasonSchema,
  })
  .meta({
    id: "SupportGranting",
    description:
      "`subject` is the `sub` of the person's tokens, at the provider that the administrator signed in with.",
  });
export const grantParamsSchema = z.strictObject({ grantId: idSchema });

export const supportGrantSchema = z
  .strictObject({
    grantId: idSchema,
    subject: z.string(),
    permission: z.enum(SUPPORT_PERMISSIONS),
    reason: z.string(),
    grantedBy: z.string(),
    grantedAt: instantSchema,
    revokedAt: instantSchema.nullable(),
  })
  .meta({
    id: "SupportGrant",
    description:
      "A permission that somebody of support was given, by whom and why; `revokedAt` is null while it holds.",
  });
export const supportGrantPageSchema = pageSchema(supportGrantSchema);
