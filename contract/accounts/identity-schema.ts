import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";

/** Longest text taken for an access token; the guard takes no longer one either. */
const MAX_ACCESS_TOKEN_LENGTH = 8 * 1024;

/** A sign-in of the account, to its own user; the provider's subject stays inside. */
export const identitySchema = z.strictObject({
  identityId: idSchema,
  /** Provider key, e.g. `google`. */
  provider: z.string(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  linkedAt: instantSchema,
  lastLoginAt: instantSchema,
  /** True for the sign-in this request is made with. */
  current: z.boolean(),
});

/** All sign-ins of the account; there are never many. */
export const identityListSchema = z.strictObject({ items: z.array(identitySchema) });

/**
 * Proof of the further sign-in: an access token that the provider has just given for it. Whose it is
 * follows from the token and from nothing else.
 */
export const linkIdentitySchema = z.strictObject({
  accessToken: z.string().min(1).max(MAX_ACCESS_TOKEN_LENGTH),
});

export const unlinkedIdentitySchema = z.strictObject({
  identityId: idSchema,
  unlinkedAt: instantSchema,
  /** Sessions that ended with it. */
  endedSessions: z.int(),
});
