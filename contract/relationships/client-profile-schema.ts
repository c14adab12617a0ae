import * as z from "zod";
import { nameSchema } from "../accounts/schema.ts";
import { optionalTextSchema } from "../accounts/profile-schema.ts";
import { instantSchema, localDateSchema, localeSchema, timezoneSchema } from "../wire.ts";
import { BASELINE_FIELDS, RELATIONSHIP_STATUSES } from "./vocabulary.ts";

/** Plausible heights of adults and adolescents, in centimetres. */
const HEIGHT_CM = { min: 50, max: 272 } as const;

const EARLIEST_BIRTH = "1900-01-01";

export const saveClientProfileSchema = z
  .strictObject({
    displayName: nameSchema,
    timezone: timezoneSchema,
    locale: localeSchema,
    birthDate: localDateSchema
      .refine((date) => date >= EARLIEST_BIRTH, { error: "Nobody is that old" })
      .nullable()
      .default(null),
    heightCm: z.int().min(HEIGHT_CM.min).max(HEIGHT_CM.max).nullable().default(null),
    goal: optionalTextSchema(1000).default(null),
  })
  .meta({
    id: "SaveClientProfile",
    description:
      "The whole profile: an omitted field is cleared. Sending it again changes nothing, so it needs neither a key nor a revision.",
  });
export type SaveClientProfile = z.output<typeof saveClientProfileSchema>;

export const ownClientProfileSchema = z
  .strictObject({
    displayName: z.string(),
    timezone: z.string(),
    locale: z.string(),
    birthDate: localDateSchema.nullable(),
    heightCm: z.int().nullable(),
    goal: z.string().nullable(),
    updatedAt: instantSchema,
    missing: z
      .array(z.enum(BASELINE_FIELDS))
      .describe("Fields that the baseline still lacks; empty once it is complete."),
    relationshipStatus: z
      .enum(RELATIONSHIP_STATUSES)
      .nullable()
      .describe("Null without a relationship."),
    days: z
      .strictObject({
        timezone: z.string(),
        nextTimezone: z.string().nullable(),
        zoneChangesAt: instantSchema.nullable(),
      })
      .nullable()
      .describe(
        "The zone in which days are counted, and the next one; null without a relationship.",
      ),
  })
  .meta({
    id: "OwnClientProfile",
    description:
      "The client's own profile: height in whole centimetres, missing fields of the coach's baseline, and the zone in which their days are counted.",
  });
