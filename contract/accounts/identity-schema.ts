import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";

export const identitySchema = z
  .strictObject({
    identityId: idSchema,
    provider: z.string().describe("Provider key, e.g. `google`."),
    emailVerified: z.boolean(),
    phoneVerified: z.boolean(),
    linkedAt: instantSchema,
    lastLoginAt: instantSchema,
    current: z.boolean().describe("True for the sign-in of this request."),
  })
  .meta({
    id: "SignInIdentity",
    description:
      "A sign-in of the account, as shown to its owner; never with the provider's subject.",
  });

/** Longest text accepted as an access token; the guard has the same limit. */
const MAX_ACCESS_TOKEN_LENGTH = 8 * 1024;

export const identityListSchema = z.strictObject({ items: z.array(identitySchema) }).meta({
  id: "SignInIdentities",
  description: "All sign-ins of the account, on one page.",
});

export const linkIdentitySchema = z
  .strictObject({
    accessToken: z.string().min(1).max(MAX_ACCESS_TOKEN_LENGTH),
  })
  .meta({
    id: "LinkIdentity",
    description:
      "Proof of the further sign-in: an access token that the provider has just issued for it. The token alone decides whose sign-in it is.",
  });

export const unlinkedIdentitySchema = z
  .strictObject({
    identityId: idSchema,
    unlinkedAt: instantSchema,
    endedSessions: z.int().describe("Sessions that were ended with it."),
  })
  .meta({ id: "UnlinkedIdentity", description: "A sign-in that was unlinked from the account." });
