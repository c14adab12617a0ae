import { z } from "zod";
import { idSchema, instantSchema, lineSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { purgeOrdersShape } from "../sync/purge-schema.ts";
import { SESSION_STATUSES } from "./session-vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";
import { SURFACES, USER_STATUSES } from "./vocabulary.ts";

/** What an app says of itself now and then; `deviceId` is its installation id, kept as a hash only. */
export const heartbeatSchema = z.strictObject({
  clientApp: z.enum(SURFACES),
  deviceId: lineSchema(200),
  appVersion: lineSchema(50),
  pushTokenId: idSchema.nullable().optional(),
});
export type Heartbeat = z.output<typeof heartbeatSchema>;

const heartbeatShape = {
  lastSeenAt: instantSchema,
  sessionStatus: z.enum(SESSION_STATUSES),
};

/** Nothing is extended by it: neither session nor token. */
export const heartbeatAnswerSchema = z.strictObject(heartbeatShape);

/** `relationshipStatus` is null for a client without a coach. */
export const clientHeartbeatAnswerSchema = z.strictObject({
  ...heartbeatShape,
  relationshipStatus: z.enum(RELATIONSHIP_STATUSES).nullable(),
});

/** Without a body the session of the token is meant. */
export const logoutSchema = z.strictObject({ sessionId: idSchema.optional() }).default({});

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

/** An app session in its user's list. */
export const sessionSchema = z.strictObject({
  sessionId: idSchema,
  clientApp: z.enum(SURFACES),
  appVersion: z.string().nullable(),
  status: z.enum(SESSION_STATUSES),
  /** The session that the list is read with. */
  current: z.boolean(),
  startedAt: instantSchema,
  lastSeenAt: instantSchema,
  revokedAt: instantSchema.nullable(),
});
export const sessionPageSchema = pageSchema(sessionSchema);
export const listSessionsQuerySchema = pageQuerySchema.extend({
  status: z.enum(SESSION_STATUSES).optional(),
});
export const sessionParamsSchema = z.strictObject({ sessionId: idSchema });

/** An account on its way out, or back: `deletionAt` is null once it was called off. */
export const accountDeletionSchema = z.strictObject({
  status: z.enum(USER_STATUSES),
  deletionRequestedAt: instantSchema.nullable(),
  /** Until then it can be called off. */
  deletionAt: instantSchema.nullable(),
});

/** The same with what the devices are to delete that ended at once. */
export const requestedDeletionSchema = accountDeletionSchema.extend(purgeOrdersShape);

/** OIDC back-channel logout: other fields of the form are ignored, as the standard asks. */
export const backchannelLogoutSchema = z.object({
  logout_token: z.string().min(1).max(8192),
});
