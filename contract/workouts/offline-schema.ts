import * as z from "zod";
import { daysBetween } from "../days-between.ts";
import { MANIFEST_DAYS } from "../sync/vocabulary.ts";
import { deviceTimezoneSchema, idSchema, localDateSchema } from "../wire.ts";
import { offlinePackageSchema, packageMetadataSchema } from "./package-schema.ts";

const cachedChecksumSchema = z.string().max(128).describe("Checksum of the device's cache.");

const nextCursorSchema = z
  .string()
  .describe("To be sent as `cursor` of the delta next time; sync accepts it too.");

/**
 * Query of the workouts that a client may take offline, for some local days including both dates. Default: the days
 * around the present one.
 */
export const manifestQuerySchema = z
  .strictObject({
    deviceId: idSchema,
    from: localDateSchema
      .optional()
      .describe(
        `Only together with \`to\`; the default is ${MANIFEST_DAYS} days from the day before the present one.`,
      ),
    to: localDateSchema.optional(),
    timezone: deviceTimezoneSchema,
    manifestChecksum: cachedChecksumSchema.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ["to"],
    error: "Only together with from",
  })
  .refine(({ from = "", to = "" }) => from <= to, { path: ["to"], error: "Before from" })
  .refine(({ from, to }) => !from || !to || daysBetween(from, to) < MANIFEST_DAYS, {
    path: ["to"],
    error: `At most ${MANIFEST_DAYS} days`,
  });

const sourceSchema = z
  .strictObject({ assignmentId: idSchema, revision: z.int() })
  .meta({ id: "WorkoutSource", description: "A source of packages, with its revision." });

export const manifestSchema = z
  .strictObject({
    relationshipId: idSchema,
    timezone: z.string().describe("The relationship's zone, in which days are counted."),
    timezoneDiffers: z
      .boolean()
      .describe("Whether the device's zone has another local time at present."),
    manifestChecksum: z
      .string()
      .describe("The slice digest of ids and checksums of the packages of these days."),
    unchanged: z.boolean(),
    packages: z.array(packageMetadataSchema).optional(),
    taskIds: z.array(idSchema),
    sourceRevisions: z.array(sourceSchema),
    stalePackageIds: z
      .array(idSchema)
      .describe("Packages of these days that are no longer offered."),
    limits: z.strictObject({ unsyncedDrafts: z.int(), draftsPerTask: z.int() }),
    nextCursor: nextCursorSchema,
  })
  .meta({
    id: "OfflineManifest",
    description:
      "Workouts that may be trained offline on some local days. `packages` is omitted if `unchanged`: the checksum that was sent is still theirs.",
  });
export type ManifestAnswer = z.output<typeof manifestSchema>;

export const packageParamsSchema = z.strictObject({ taskId: idSchema });

/** An app may name its zone with every read, although a package does not depend on it. */
export const packageQuerySchema = z.strictObject({
  deviceId: idSchema,
  timezone: deviceTimezoneSchema,
  packageChecksum: cachedChecksumSchema.optional(),
});

export const packageAnswerSchema = z
  .strictObject({
    packageChecksum: z.string(),
    unchanged: z.boolean(),
    package: offlinePackageSchema.optional(),
  })
  .meta({
    id: "OfflinePackageAnswer",
    description:
      "The package of a workout; omitted if `unchanged`: the checksum that was sent is still its checksum.",
  });

export const deltaQuerySchema = z.strictObject({
  deviceId: idSchema,
  relationshipId: idSchema,
  timezone: deviceTimezoneSchema,
  cursor: z.string().max(1024).describe("`nextCursor` of a manifest or a delta."),
});

export const deltaSchema = z
  .strictObject({
    relationshipId: idSchema,
    changedPackages: z
      .array(packageMetadataSchema)
      .describe(
        "Packages that are offered and new, or offered again, since the cursor; each can be fetched.",
      ),
    invalidatedTaskIds: z.array(idSchema).describe("Tasks for which nothing is offered any more."),
    supersededSources: z
      .array(sourceSchema)
      .describe("Sources from which nothing is offered any more."),
    deletedPackageIds: z.array(idSchema).describe("No longer offered."),
    nextCursor: nextCursorSchema,
  })
  .meta({
    id: "OfflineDelta",
    description: "Changes of a client's packages since a cursor, in their present state.",
  });
export type DeltaAnswer = z.output<typeof deltaSchema>;
