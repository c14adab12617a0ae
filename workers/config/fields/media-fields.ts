import { join } from "node:path";
import * as z from "zod";
import { MEDIA_LIMITS, type MediaLimits } from "../../../contract/media/vocabulary.ts";
import { type Environment, address, parseEnvironment, wholeNumber } from "../environment.ts";
import { readSecretFiles } from "../read-secret-files.ts";
import { fileSettings, settingNotes } from "../setting-notes.ts";

const MIB = 1024 * 1024;

/** Storage of media bytes: a folder, or an S3-compatible bucket. */
export type MediaPlace =
  | { readonly kind: "disk"; readonly directory: string }
  | {
      readonly kind: "bucket";
      readonly bucket: string;
      readonly region: string;
      /** An endpoint other than the region's default. */
      readonly endpoint: string | null;
      /** Puts the bucket name into the path instead of the host. */
      readonly pathStyle: boolean;
      /** Null uses the ambient credentials, e.g. a role. */
      readonly credentials: {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
      } | null;
    };

const notes = (meaning: string, unit?: string) => ({
  meaning,
  readers: ["api", "worker"] as const,
  ...(unit !== undefined && { unit }),
});

/** The variables of media. */
export const MediaFields = {
  MEDIA_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "has to be the name of a bucket")
    .optional()
    .register(settingNotes, {
      ...notes(
        "S3-compatible bucket for people's files. Without it, files are stored in the folder media of the data folder, which all processes then have to share.",
      ),
      reload: "KEPT",
    }),
  MEDIA_BUCKET_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "has to be a region")
    .default("us-east-1")
    .register(settingNotes, notes("Region of the bucket.")),
  MEDIA_BUCKET_ENDPOINT: address("http://", "https://")
    .optional()
    .register(settingNotes, notes("Endpoint other than the region's.")),
  MEDIA_BUCKET_PATH_STYLE: z
    .enum(["on", "off"], { error: "has to be on or off" })
    .default("off")
    .register(settingNotes, notes("Whether the bucket is part of the path: on or off.")),
  MEDIA_BUCKET_KEY_ID: z
    .string()
    .max(128)
    .optional()
    .register(
      settingNotes,
      notes(
        "Access key, with its secret or not at all. Without both the environment provides the credentials, e.g. by a role.",
      ),
    ),
  MEDIA_BUCKET_SECRET: z
    .string()
    .max(256)
    .optional()
    .register(settingNotes, { ...notes("Secret of the access key."), isSecret: true }),
  MEDIA_RELATIONSHIP_MB: wholeNumber(1, 10_000_000)
    .default(MEDIA_LIMITS.relationshipBytes / MIB)
    .register(settingNotes, {
      ...notes("Maximum of media per relationship.", "MiB"),
      readers: ["api"],
    }),
  MEDIA_OPEN_UPLOADS: wholeNumber(1, 10_000)
    .default(MEDIA_LIMITS.openUploads)
    .register(settingNotes, {
      ...notes("Maximum of running uploads of one person in a relationship.", "uploads"),
      readers: ["api"],
    }),
};

/** Both halves of a key are required, and a setting of a bucket needs a bucket. */
export function mediaMistakes(env: Environment): string[] {
  const isSet = (name: keyof typeof MediaFields) => (env[name] ?? "") !== "";
  const keys = ["MEDIA_BUCKET_KEY_ID", "MEDIA_BUCKET_SECRET"] as const;
  const missing = keys.filter((name) => !isSet(name));
  const isHalf = missing.length === 1;
  const [ofBucket] = OF_BUCKET.filter(isSet);
  return [
    ...(isHalf
      ? missing.map(
          (name) => `${name}: is required with the other half of the key; set both or neither`,
        )
      : []),
    ...(ofBucket === undefined || isSet("MEDIA_BUCKET")
      ? []
      : [`MEDIA_BUCKET: is required with ${ofBucket}; name the bucket or remove that`]),
  ];
}

const OF_BUCKET = ["MEDIA_BUCKET_KEY_ID", "MEDIA_BUCKET_SECRET", "MEDIA_BUCKET_ENDPOINT"] as const;

/** The configured storage: the bucket if one is named, else a folder in the data folder. */
export function readMediaPlace(
  read: z.output<z.ZodObject<typeof MediaFields>>,
  dataDir: string,
): MediaPlace {
  const { MEDIA_BUCKET: bucket } = read;
  if (bucket === undefined) return { kind: "disk", directory: join(dataDir, "media") };
  const { MEDIA_BUCKET_KEY_ID: accessKeyId } = read;
  const { MEDIA_BUCKET_SECRET: secretAccessKey } = read;
  return {
    kind: "bucket",
    bucket,
    region: read.MEDIA_BUCKET_REGION,
    endpoint: read.MEDIA_BUCKET_ENDPOINT ?? null,
    pathStyle: read.MEDIA_BUCKET_PATH_STYLE === "on",
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { accessKeyId, secretAccessKey },
  };
}

/** The same for a command that needs no other configuration. */
export function findMediaPlace(env: Environment, dataDir: string): MediaPlace {
  const { env: read, mistakes } = readSecretFiles(env, fileSettings(MediaFields));
  return readMediaPlace(parseEnvironment(z.object(MediaFields), read, mistakes), dataDir);
}

/** Limits of media storage. */
export function readMediaLimits({
  MEDIA_RELATIONSHIP_MB: megabytes,
  MEDIA_OPEN_UPLOADS: openUploads,
}: z.output<z.ZodObject<typeof MediaFields>>): MediaLimits {
  return { relationshipBytes: megabytes * MIB, openUploads };
}
