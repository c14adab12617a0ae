import { Readable } from "node:stream";
import { S3, S3ServiceException } from "@aws-sdk/client-s3";
import { S3Store } from "@tus/s3-store";
import { beginOnRequest, isMissing } from "./begin-on-request.ts";
import type {
  ByteRange,
  FilePage,
  FindExpectedFile,
  MediaFiles,
  StoredFile,
} from "./media-files.ts";

/**
 * Stores media as objects of an S3 bucket, each named by its storage key. An unfinished file is a multipart upload;
 * the store keeps its notes in objects alongside.
 */
export function openBucketFiles(options: BucketFilesOptions): MediaFiles {
  const { bucket, findExpected } = options;
  const place = placeOf(options);
  const store = new S3Store({ s3ClientConfig: { ...place, bucket } });
  const getUpload = store.getUpload.bind(store);
  const client = new S3(place);
  return {
    store: beginOnRequest(store, findExpected),
    async receivedBytes(key) {
      try {
        return (await getUpload(key)).offset;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    read: (key, range) => readObject(client, { bucket, key }, range),
    async keep(key) {
      if (await isThere(client, { bucket, key })) return;
      // All parts arrived, but the process was killed before it completed the upload.
      const { offset } = await getUpload(key);
      await store.write(Readable.from([]), key, offset);
    },
    async remove(key) {
      try {
        await store.remove(key);
      } catch (error) {
        // A complete or unknown file has no upload to abort.
        if (!isMissing(error)) throw error;
      }
      const objects = [key, `${key}.info`, `${key}.part`].map((name) => ({ Key: name }));
      await client.deleteObjects({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } });
    },
    async mark(key) {
      await client.putObject({ Bucket: bucket, Key: key, Body: new Uint8Array() });
    },
    list: (page) => listObjects({ client, bucket }, page),
  };
}

export interface BucketFilesOptions {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | null;
  readonly pathStyle: boolean;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly findExpected: FindExpectedFile;
}

/** The place of an object. */
interface ObjectPlace {
  readonly bucket: string;
  readonly key: string;
}

async function readObject(
  client: S3,
  { bucket, key }: ObjectPlace,
  range: ByteRange | null,
): Promise<Readable> {
  const wanted = range === null ? {} : { Range: `bytes=${range.start}-${range.end}` };
  const { Body: bytes } = await client.getObject({ Bucket: bucket, Key: key, ...wanted });
  if (bytes instanceof Readable) return bytes;
  throw new Error("The bucket sent no bytes");
}

async function isThere(client: S3, { bucket, key }: ObjectPlace): Promise<boolean> {
  try {
    await client.headObject({ Bucket: bucket, Key: key });
    return true;
  } catch (error) {
    const isAnswer = error instanceof S3ServiceException;
    if (isAnswer && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  }
}

async function listObjects(
  { client, bucket }: { readonly client: S3; readonly bucket: string },
  { after, limit }: Parameters<MediaFiles["list"]>[0],
): Promise<FilePage> {
  const page = await client.listObjectsV2({
    Bucket: bucket,
    MaxKeys: limit,
    ...(after === null ? {} : { StartAfter: after }),
  });
  const found = page.Contents ?? [];
  const files = new Map<string, StoredFile>();
  for (const { Key: name = "", LastModified: writtenAt } of found) {
    // The store's notes are named after the object, with a suffix.
    const key = name.replace(/\..*$/, "");
    const isOlder =
      writtenAt !== undefined && !((files.get(key)?.writtenAt ?? writtenAt) < writtenAt);
    if (isOlder) files.set(key, { key, writtenAt });
  }
  const next = page.IsTruncated === true ? (found.at(-1)?.Key ?? null) : null;
  return { files: [...files.values()], next };
}

function placeOf({ region, endpoint, pathStyle, credentials }: BucketFilesOptions) {
  return {
    region,
    forcePathStyle: pathStyle,
    // We check whole files by our own hash; some S3 services do not support these checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  } as const;
}
