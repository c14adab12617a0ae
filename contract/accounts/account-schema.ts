import * as z from "zod";
import { instantSchema } from "../wire.ts";
import { rolesSchema, userSchema } from "./schema.ts";
import { legalVersionsSchema } from "./terms-schema.ts";

export const accountSchema = z
  .strictObject({
    user: userSchema,
    roles: rolesSchema,
    acceptedTerms: z
      .array(z.strictObject({ ...legalVersionsSchema.shape, acceptedAt: instantSchema }))
      .describe("Each pair of legal texts that the person accepted, newest first."),
    legalVersions: legalVersionsSchema.describe("The legal texts in force."),
    termsAcceptanceRequired: z.boolean(),
  })
  .meta({
    id: "Account",
    description: "The caller's own account, the same for coaches and clients on every surface.",
  });
