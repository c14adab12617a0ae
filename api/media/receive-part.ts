import type { Request, Response } from "express";
import { finishUpload } from "../../activities/media/finish-upload.ts";
import { recordProgress } from "../../activities/media/record-progress.ts";
import { UPLOAD_CONTENT_TYPE, type UploadStatus } from "../../contract/media/vocabulary.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { UploadView } from "../../db/media/queries.ts";
import type { ApiDeps } from "../api-deps.ts";
import { malformed } from "../http/parse-or-refuse.ts";
import { refuseMediaType } from "../http/refuse-media-type.ts";

/**
 * Receives the next bytes of an upload. Bytes that arrived before a sender disconnected or timed out stay. After the
 * last byte the file is checked.
 *
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED (malformed offset, incomplete body), STATE_CONFLICT
 * (another offset, or another sender), PAYLOAD_TOO_LARGE.
 */
export async function receivePart(
  deps: ApiDeps,
  part: Part,
): Promise<{ readonly receivedBytes: number; readonly status: UploadStatus }> {
  const { upload, requestId } = part;
  requireForm(part.req);
  const { em } = deps.database;
  const { files } = deps.media;
  const receivedBytes = await writePart(deps, part);
  if (receivedBytes < upload.sizeBytes) return { receivedBytes, status: "PENDING" };
  const status = await finishUpload({ em, files }, { upload, requestId });
  return { receivedBytes, status };
}

/** One PATCH of an open upload. */
export interface Part {
  readonly req: Request;
  readonly res: Response;
  readonly upload: UploadView;
  readonly requestId: string;
}

async function writePart(deps: ApiDeps, { req, res, upload }: Part): Promise<number> {
  const { uploadId, storageKey } = upload;
  if (storageKey === null) throw stateConflict("NOTHING_STORED");
  const { em } = deps.database;
  const { files, tus } = deps.media;
  req.setTimeout(deps.timeouts.silenceMs);
  try {
    const answer = await tus.handle(req, res, storageKey);
    return Number(answer.headers.get("Upload-Offset"));
  } catch (error) {
    // The sender disconnected; there is nobody to answer.
    if (req.destroyed && !req.complete)
      throw malformed([{ pointer: "", code: "incomplete", message: "The body ended early" }]);
    throw error;
  } finally {
    req.setTimeout(0);
    await recordProgress({ em, files, log: deps.log }, { uploadId, storageKey });
  }
}

const OFFSET = /^(?:0|[1-9]\d{0,15})$/;

function requireForm(req: Request): void {
  const encoding = req.get("Content-Encoding") ?? "identity";
  if (req.get("Content-Type") !== UPLOAD_CONTENT_TYPE || encoding !== "identity")
    throw refuseMediaType(UPLOAD_CONTENT_TYPE);
  if (OFFSET.test(req.get("Upload-Offset") ?? "")) return;
  const message = "Not a valid request of the tus protocol";
  throw malformed([{ pointer: "/headers/upload-offset", code: "invalid_format", message }]);
}
