import * as z from "zod";
import { instantSchema, lineSchema } from "../wire.ts";

const legalVersionSchema = lineSchema(40);

/** One pair of legal texts, by version; they are accepted together. */
export const legalVersionsSchema = z.strictObject({
  termsVersion: legalVersionSchema,
  privacyVersion: legalVersionSchema,
});
export type LegalVersions = z.output<typeof legalVersionsSchema>;

export const termsAcceptanceSchema = z.strictObject({
  ...legalVersionsSchema.shape,
  /** When this pair was first accepted. */
  acceptedAt: instantSchema,
  termsAcceptanceRequired: z.boolean(),
});
