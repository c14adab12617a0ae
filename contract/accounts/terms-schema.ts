import * as z from "zod";
import { instantSchema, lineSchema } from "../wire.ts";

const legalVersionSchema = lineSchema(40);

export const legalVersionsSchema = z
  .strictObject({
    termsVersion: legalVersionSchema,
    privacyVersion: legalVersionSchema,
  })
  .meta({
    id: "LegalVersions",
    description: "One pair of legal texts, by version; they are accepted together.",
  });
export type LegalVersions = z.output<typeof legalVersionsSchema>;

export const termsAcceptanceSchema = z
  .strictObject({
    ...legalVersionsSchema.shape,
    acceptedAt: instantSchema.describe("When this pair was first accepted."),
    termsAcceptanceRequired: z.boolean(),
  })
  .meta({
    id: "TermsAcceptance",
    description:
      "The pair of legal texts that the caller accepted, and whether another pair is in force now.",
  });
