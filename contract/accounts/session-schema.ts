import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { PHONE_PLATFORMS, SESSION_STATUSES } from "./session-vocabulary.ts";
import { SURFACES } from "./vocabulary.ts";

export const heartbeatSchema = z
  .strictObject({
    clientApp: z.enum(SURFACES),
    deviceId: lineSchema(200),
    appVersion: lineSchema(50),
    pushTokenId: idSchema.nullable().optional(),
  })
  .meta({
    id: "Heartbeat",
    description:
      "What an app says of itself now and then; `deviceId` is its installation id, kept as a hash only.",
  });
export type Heartbeat = z.output<typeof heartbeatSchema>;

export const heartbeatShape = {
  lastSeenAt: instantSchema,
  sessionStatus: z.enum(SESSION_STATUSES),
};

export const heartbeatAnswerSchema = z.strictObject(heartbeatShape).meta({
  id: "HeartbeatAnswer",
  description: "Nothing is extended by it: neither session nor token.",
});

export const logoutSchema = z
  .strictObject({ sessionId: idSchema.optional() })
  .default({})
  .meta({ id: "LogOut", description: "Without a body the session of the token is meant." });

export const sessionPhoneSchema = z
  .strictObject({
    deviceId: idSchema,
    platform: z.enum(PHONE_PLATFORMS),
    osVersion: z.string(),
  })
  .meta({
    id: "SessionPhone",
    description: "The phone that was registered in a session, in the words its app used then.",
  });

export const sessionSchema = z
  .strictObject({
    sessionId: idSchema,
    clientApp: z.enum(SURFACES),
    appVersion: z.string().nullable(),
    network: z
      .string()
      .nullable()
      .describe("First half of the address of the network it was last heard of from."),
    phone: sessionPhoneSchema
      .nullable()
      .describe("The phone it is on; null on the web, and while the app registered none."),
    status: z.enum(SESSION_STATUSES),
    current: z.boolean().describe("The session that the list is read with."),
    startedAt: instantSchema,
    lastSeenAt: instantSchema,
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: "SignInSession", description: "An app session in its user's list." });
export const sessionPageSchema = pageSchema(sessionSchema);
export const listSessionsQuerySchema = pageQuerySchema.extend({
  status: z.enum(SESSION_STATUSES).optional(),
});
export const sessionParamsSchema = z.strictObject({ sessionId: idSchema });

export const backchannelLogoutSchema = z
  .object({
    logout_token: z.string().min(1).max(8192),
  })
  .meta({
    id: "BackchannelLogout",
    description:
      "OIDC back-channel logout: other fields of the form are ignored, as the standard asks.",
  });
