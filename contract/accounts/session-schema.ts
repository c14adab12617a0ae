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
      "Report of an app about itself; only a hash of `deviceId`, its installation id, is stored.",
  });
export type Heartbeat = z.output<typeof heartbeatSchema>;

export const heartbeatShape = {
  lastSeenAt: instantSchema,
  sessionStatus: z.enum(SESSION_STATUSES),
};

export const heartbeatAnswerSchema = z.strictObject(heartbeatShape).meta({
  id: "HeartbeatAnswer",
  description: "The report extends neither session nor token.",
});

export const logoutSchema = z
  .strictObject({ sessionId: idSchema.optional() })
  .default({})
  .meta({ id: "LogOut", description: "Without a body, the session of the token is ended." });

export const sessionPhoneSchema = z
  .strictObject({
    deviceId: idSchema,
    platform: z.enum(PHONE_PLATFORMS),
    osVersion: z.string(),
    model: z.string().nullable().describe("Such as Pixel 9; null if the app named none."),
  })
  .meta({
    id: "SessionPhone",
    description: "The phone registered in the session, as its app described it then.",
  });

export const sessionSchema = z
  .strictObject({
    sessionId: idSchema,
    clientApp: z.enum(SURFACES),
    appVersion: z.string().nullable(),
    network: z
      .string()
      .nullable()
      .describe("First half of the network address of its last request."),
    phone: sessionPhoneSchema
      .nullable()
      .describe("The phone of the session; null on the web, or while the app has registered none."),
    status: z.enum(SESSION_STATUSES),
    current: z.boolean().describe("True for the session of this request."),
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
      "OIDC back-channel logout. Other fields of the form are ignored, as the standard requires.",
  });
