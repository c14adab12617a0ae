import { createHash, randomBytes } from "node:crypto";
import { type Upload, uploadSchema } from "../../../contract/media/schema.ts";
import { askApi, callApi } from "../call-api.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import type { Stage } from "../stage.ts";
import { type UploadPlace, readOffset, sendAndBreakOff, sendPart } from "../tus.ts";

/** First bytes of a JPEG; the server checks them. */
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");
const PHOTO_BYTES = 300_000;
const ARRIVED_WITHIN_MS = 15_000;

/**
 * The upload of a photo breaks off halfway; the phone asks how much arrived, and continues there. By hand, because the
 * chapter shows the offsets of the protocol.
 */
export async function uploadIsResumed(stage: Stage, client: ClientOnPhone): Promise<void> {
  const { page } = stage;
  page.chapter("The upload of a progress photo breaks off and is resumed");
  const photo = Buffer.concat([JPEG, randomBytes(PHOTO_BYTES - JPEG.length)]);
  const contentHash = `sha-256:${createHash("sha256").update(photo).digest("hex")}`;
  const { uploadId, uploadUrl } = await announce(stage, client, contentHash);
  const place = { uploadUrl: expectPresent("the upload address", uploadUrl), token: client.token };
  const { pathname } = new URL(place.uploadUrl);

  page.sent(`PATCH ${pathname}`, `${PHOTO_BYTES} bytes from 0`);
  await breakOffAtHalf(stage, { place, uploadId, photo });
  page.came(`nothing: the connection was destroyed after ${PHOTO_BYTES / 2} bytes`);
  page.sent(`HEAD ${pathname}`);
  const offset = await readOffset(place);
  page.came(`200 Upload-Offset: ${offset}`);
  expectEqual("the bytes that the server has", offset, PHOTO_BYTES / 2);

  const rest = photo.subarray(offset);
  page.sent(`PATCH ${pathname}`, `${rest.length} bytes from ${offset}`);
  const end = await sendPart(place, { offset, bytes: rest });
  page.came(`204 Upload-Offset: ${end}`);
  await expectReady(stage, client, { uploadId, contentHash });
  page.verified("no byte was sent twice, and the hash of the file is the announced one");
}

async function announce(
  stage: Stage,
  { relationshipId, token }: ClientOnPhone,
  contentHash: string,
): Promise<Upload> {
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/client/uploads",
      token,
      body: {
        purpose: "PROGRESS_PHOTO",
        contentType: "image/jpeg",
        sizeBytes: PHOTO_BYTES,
        contentHash,
        relationshipId,
      },
      answer: uploadSchema,
    },
    ({ uploadId, status, expiresAt }) => `upload ${uploadId}, ${status} until ${expiresAt}`,
  );
  return data;
}

async function breakOffAtHalf(
  stage: Stage,
  file: {
    readonly place: UploadPlace;
    readonly uploadId: string;
    readonly photo: Buffer<ArrayBuffer>;
  },
): Promise<void> {
  const { place, uploadId, photo } = file;
  const sentBytes = PHOTO_BYTES / 2;
  const arrived = () =>
    eventually("half of the photo has arrived", {
      ask: () => askApi(stage.api, readUpload(uploadId, place.token)),
      isWanted: ({ data }) => data.receivedBytes === sentBytes,
      limitMs: ARRIVED_WITHIN_MS,
    });
  await sendAndBreakOff(place, { offset: 0, bytes: photo }, { sentBytes, arrived });
}

async function expectReady(
  stage: Stage,
  { token }: ClientOnPhone,
  { uploadId, contentHash }: Pick<Upload, "uploadId" | "contentHash">,
): Promise<void> {
  const { data } = await callApi(
    stage,
    readUpload(uploadId, token),
    ({ status, mediaId, receivedBytes }) => `${status}: media ${mediaId}, ${receivedBytes} bytes`,
  );
  expectEqual(
    "the upload",
    [data.status, data.receivedBytes, data.contentHash],
    ["READY", PHOTO_BYTES, contentHash],
  );
}

const readUpload = (uploadId: string, token: string) =>
  ({
    method: "GET",
    path: `/api/v1/client/uploads/${uploadId}`,
    token,
    answer: uploadSchema,
  }) as const;
