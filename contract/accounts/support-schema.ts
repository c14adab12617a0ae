import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageSchema } from "../wire.ts";
import { MAX_REASON_LENGTH, SUPPORT_PERMISSIONS } from "./support-vocabulary.ts";
import { USER_ROLES, USER_STATUSES } from "./vocabulary.ts";

const reasonSchema = lineSchema(MAX_REASON_LENGTH);

export const userParamsSchema = z.strictObject({ userId: idSchema });
export const accountActSchema = z.strictObject({ reason: reasonSchema }).meta({
  id: "AccountAct",
  description: "Why an account or a workspace is suspended or reinstated; kept in the audit.",
});

export const sessionsEndingSchema = z
  .strictObject({ reason: reasonSchema, sessionId: idSchema.optional() })
  .meta({
    id: "SessionsEnding",
    description:
      "The reason, and the session to end; without a session, all sessions of the person are ended.",
  });
export const endedSessionsSchema = z
  .strictObject({ userId: idSchema, endedSessions: z.int().min(0) })
  .meta({ id: "SessionsEndedBySupport", description: "How many open sessions were ended." });

export const accountStateSchema = z
  .strictObject({
    userId: idSchema,
    status: z.enum(USER_STATUSES),
    updatedAt: instantSchema,
  })
  .meta({ id: "AccountState", description: "State of an account after an operator's act." });

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
        "Since when another account has the e-mail that its sign-in proves; null if none has.",
      ),
    deletionRequestedAt: instantSchema.nullable(),
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportUser", description: "An account as support sees it, without contacts." });

export const supportGrantingSchema = z
  .strictObject({
    subject: lineSchema(255),
    permission: z.enum(SUPPORT_PERMISSIONS),
    reason: reasonSchema,
  })
  .meta({
    id: "SupportGranting",
    description:
      "`subject` is the `sub` of the person's tokens, at the provider of the administrator's own sign-in.",
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
      "A permission granted to a member of support, by whom and why; `revokedAt` is null while it is in force.",
  });
export const supportGrantPageSchema = pageSchema(supportGrantSchema);
