import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import {
  MediaFields,
  mediaMistakes,
  readMediaLimits,
  readMediaPlace,
} from "../../workers/config/fields/media-fields.ts";

describe("the media store", () => {
  test("is a folder of the data directory unless a bucket is configured", () => {
    expect(place({})).toEqual({ kind: "disk", directory: join("/data", "media") });
  });

  test("is the configured bucket, with its key or without", () => {
    const bucket = { MEDIA_BUCKET: "photos" };
    expect(place(bucket)).toEqual({
      kind: "bucket",
      bucket: "photos",
      region: "us-east-1",
      endpoint: null,
      pathStyle: false,
      credentials: null,
    });
    const own = {
      ...bucket,
      MEDIA_BUCKET_ENDPOINT: "http://127.0.0.1:9000",
      MEDIA_BUCKET_PATH_STYLE: "on",
      MEDIA_BUCKET_KEY_ID: "id",
      MEDIA_BUCKET_SECRET: "secret",
    };
    expect(place(own)).toMatchObject({
      endpoint: "http://127.0.0.1:9000",
      pathStyle: true,
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    });
  });

  test("is configured only by complete settings", () => {
    expect(mediaMistakes({})).toEqual([]);
    expect(mediaMistakes({ MEDIA_BUCKET: "b", MEDIA_BUCKET_KEY_ID: "id" })).toEqual([
      "MEDIA_BUCKET_SECRET: is required with the other half of the key; set both or neither",
    ]);
    const key = { MEDIA_BUCKET_KEY_ID: "id", MEDIA_BUCKET_SECRET: "secret" };
    expect(mediaMistakes(key)).toEqual([
      "MEDIA_BUCKET: is required with MEDIA_BUCKET_KEY_ID; name the bucket or remove that",
    ]);
    const elsewhere = { MEDIA_BUCKET_ENDPOINT: "https://s3.example.com" };
    expect(mediaMistakes(elsewhere)).toEqual([
      "MEDIA_BUCKET: is required with MEDIA_BUCKET_ENDPOINT; name the bucket or remove that",
    ]);
  });
});

test("media quotas are configured in megabytes and uploads, with defaults", () => {
  const limits = (env: Record<string, string>) => readMediaLimits(z.object(MediaFields).parse(env));
  expect(limits({})).toEqual(MEDIA_LIMITS);
  expect(limits({ MEDIA_RELATIONSHIP_MB: "3", MEDIA_OPEN_UPLOADS: "7" })).toEqual({
    relationshipBytes: 3 * 1024 * 1024,
    openUploads: 7,
  });
  expect(() => limits({ MEDIA_OPEN_UPLOADS: "0" })).toThrow(/whole number/);
});

function place(env: Record<string, string>) {
  return readMediaPlace(z.object(MediaFields).parse(env), "/data");
}
