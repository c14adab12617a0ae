import { join } from "node:path";
import * as z from "zod";
import { MEDIA_LIMITS, type MediaLimits } from "../../contract/media/vocabulary.ts";
import { type Environment, address, parseEnvironment, wholeNumber } from "./environment.ts";

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

/** The variables of media. */
export const MediaFields = {
  MEDIA_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "has to be the name of a bucket")
    .optional(),
  MEDIA_BUCKET_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "has to be a region")
    .default("us-east-1"),
  MEDIA_BUCKET_ENDPOINT: address("http://", "https://").optional(),
  MEDIA_BUCKET_PATH_STYLE: z.enum(["on", "off"], { error: "has to be on or off" }).default("off"),
  MEDIA_BUCKET_KEY_ID: z.string().max(128).optional(),
  MEDIA_BUCKET_SECRET: z.string().max(256).optional(),
  MEDIA_RELATIONSHIP_MB: wholeNumber(1, 10_000_000).default(MEDIA_LIMITS.relationshipBytes / MIB),
  MEDIA_OPEN_UPLOADS: wholeNumber(1, 10_000).default(MEDIA_LIMITS.openUploads),
};

/** Both halves of a key are required, and a key needs a bucket. */
export function mediaMistakes(env: Environment): string[] {
  const isSet = (name: keyof typeof MediaFields) => (env[name] ?? "") !== "";
  const keys = ["MEDIA_BUCKET_KEY_ID", "MEDIA_BUCKET_SECRET"] as const;
  const missing = keys.filter((name) => !isSet(name));
  const isHalf = missing.length === 1;
  const isBucketless = missing.length < keys.length && !isSet("MEDIA_BUCKET");
  return [
    ...(isHalf ? missing.map((name) => `${name}: is required with the other half`) : []),
    ...(isBucketless ? ["MEDIA_BUCKET: is required where its key is set"] : []),
  ];
}

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
  return readMediaPlace(parseEnvironment(z.object(MediaFields), env), dataDir);
}

/** Limits of media storage. */
export function readMediaLimits({
  MEDIA_RELATIONSHIP_MB: megabytes,
  MEDIA_OPEN_UPLOADS: openUploads,
}: z.output<z.ZodObject<typeof MediaFields>>): MediaLimits {
  return { relationshipBytes: megabytes * MIB, openUploads };
}
