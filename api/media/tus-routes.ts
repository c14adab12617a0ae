import { z } from "zod";
import { inspectUpload } from "../../activities/media/finish-upload.ts";
import { terminateUpload } from "../../activities/media/terminate-upload.ts";
import { uploadParamsSchema } from "../../contract/media/schema.ts";
import {
  MOST_MEDIA_BYTES,
  TUS_EXTENSIONS,
  TUS_VERSION,
  UPLOAD_CONTENT_TYPE,
} from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { getOwnUpload, type UploadView } from "../../db/media/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { type Endpoint, stream, type StreamInput } from "../endpoint.ts";
import { ownerOf } from "./owner-of.ts";
import { receivePart } from "./receive-part.ts";
import { requireTusVersion } from "./require-tus-version.ts";

type UploadInput = StreamInput<"device-owner", z.output<typeof uploadParamsSchema>>;

const route = {
  path: "/api/v1/uploads/{uploadId}",
  source: "tus 1.0.0, docs/rooms/media.md#uploads",
  access: "device-owner",
  params: uploadParamsSchema,
} as const;

const versionHeader = z.strictObject({ "Tus-Resumable": z.literal(TUS_VERSION) });
const placeHeaders = versionHeader.extend({
  "Upload-Offset": z.coerce.number().int().min(0),
  "Upload-Expires": z.string().optional(),
});

/** The bytes of a file, by the tus protocol. An upload is created by its intent; POST is not offered here. */
export const tusEndpoints: readonly Endpoint[] = [
  stream({
    ...route,
    method: "HEAD",
    name: "readUploadOffset",
    summary: "Number of bytes of an upload that have arrived",
    status: 200,
    requestHeaders: versionHeader,
    answerHeaders: placeHeaders.extend({ "Upload-Length": z.coerce.number().int().min(1) }),
    refusals: ["NOT_FOUND", "TUS_VERSION_UNSUPPORTED", "UPLOAD_EXPIRED", "UPLOAD_REJECTED"],
    handle: showPlace,
  }),
  stream({
    ...route,
    method: "PATCH",
    name: "sendUploadBytes",
    traffic: "TRANSFER",
    summary: "Send the next bytes of an upload; after the last ones, the file is checked",
    status: 204,
    requestHeaders: placeHeaders.pick({ "Tus-Resumable": true, "Upload-Offset": true }),
    answerHeaders: placeHeaders,
    bodyContentType: UPLOAD_CONTENT_TYPE,
    bodyLimit: MOST_MEDIA_BYTES,
    refusals: [
      "NOT_FOUND",
      "STATE_CONFLICT",
      "UPLOAD_EXPIRED",
      "TUS_VERSION_UNSUPPORTED",
      "UPLOAD_REJECTED",
    ],
    handle: receive,
  }),
  stream({
    ...route,
    method: "DELETE",
    name: "cancelUpload",
    summary: "Cancel an upload; its bytes are deleted",
    status: 204,
    requestHeaders: versionHeader,
    answerHeaders: versionHeader,
    refusals: [
      "NOT_FOUND",
      "STATE_CONFLICT",
      "UPLOAD_EXPIRED",
      "TUS_VERSION_UNSUPPORTED",
      "UPLOAD_REJECTED",
    ],
    handle: callOff,
  }),
  stream({
    ...route,
    method: "OPTIONS",
    name: "readUploadOptions",
    summary: "Supported version and extensions of the protocol",
    status: 204,
    answerHeaders: versionHeader.extend({
      "Tus-Version": z.literal(TUS_VERSION),
      "Tus-Extension": z.literal(TUS_EXTENSIONS.join(",")),
      "Tus-Max-Size": z.coerce.number().int().min(1),
    }),
    refusals: ["NOT_FOUND"],
    handle: showProtocol,
  }),
];

async function findOwn({ params, granted, deps }: UploadInput): Promise<UploadView> {
  const { em } = deps.database;
  return await getOwnUpload(em.fork(), params.uploadId, ownerOf(granted.caller));
}

async function showProtocol(input: UploadInput): Promise<void> {
  await findOwn(input);
  const { res } = input;
  res.setHeader("Tus-Resumable", TUS_VERSION);
  res.setHeader("Tus-Version", TUS_VERSION);
  res.setHeader("Tus-Extension", TUS_EXTENSIONS.join(","));
  res.setHeader("Tus-Max-Size", String(MOST_MEDIA_BYTES));
  res.status(204).end();
}

async function showPlace(input: UploadInput): Promise<void> {
  const upload = await findOwn(input);
  const { req, res, deps, request } = input;
  requireTusVersion(req, res);
  requireOpen(upload);
  const { em } = deps.database;
  const { requestId } = request;
  const seen = await inspectUpload({ em, files: deps.media.files }, { upload, requestId });
  requireOpen({ ...upload, ...seen });
  const place = { ...seen };
  if (seen.status === "PENDING" && upload.storageKey !== null) {
    const answer = await deps.media.tus.handle(req, res, upload.storageKey);
    place.receivedBytes = Number(answer.headers.get("Upload-Offset"));
    res.setHeader("Upload-Expires", new Date(upload.expiresAt).toUTCString());
  }
  res.setHeader("Upload-Offset", String(place.receivedBytes));
  res.setHeader("Upload-Length", String(upload.sizeBytes));
  res.status(200).end();
}

async function receive(input: UploadInput): Promise<void> {
  const upload = await findOwn(input);
  const { req, res, deps, request } = input;
  requireTusVersion(req, res);
  requireOpen(upload);
  if (upload.status === "READY") throw stateConflict("ALREADY_COMPLETE");
  const { requestId } = request;
  const { receivedBytes, status } = await receivePart(deps, { req, res, upload, requestId });
  requireOpen({ ...upload, status });
  if (status === "PENDING")
    res.setHeader("Upload-Expires", new Date(upload.expiresAt).toUTCString());
  res.setHeader("Upload-Offset", String(receivedBytes));
  // The upload was ended midway: its remaining bytes must not be parsed as the connection's next request.
  if (!req.complete) res.setHeader("Connection", "close");
  res.status(204).end();
}

async function callOff(input: UploadInput): Promise<void> {
  const upload = await findOwn(input);
  const { req, res, deps } = input;
  requireTusVersion(req, res);
  await transact(deps.database.em, (tx) => terminateUpload(tx, upload.uploadId));
  if (upload.storageKey !== null) await removeStored(input, upload.storageKey);
  res.status(204).end();
}

/** A concurrent writer must end first; a file without any bytes needs no removal. */
async function removeStored({ req, res, deps }: UploadInput, storageKey: string): Promise<void> {
  try {
    await deps.media.tus.handle(req, res, storageKey);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "UPLOAD_EXPIRED") throw error;
  }
}

/** @throws Refusal UPLOAD_REJECTED, UPLOAD_EXPIRED (expired or terminated). */
function requireOpen({ status, isOverdue }: Pick<UploadView, "status" | "isOverdue">): void {
  if (status === "REJECTED") throw new Refusal("UPLOAD_REJECTED");
  const over = status === "EXPIRED" || status === "TERMINATED";
  if (over || (isOverdue && status === "PENDING")) throw new Refusal("UPLOAD_EXPIRED");
}
