import { Server } from "@tus/server";
import type { Request, Response as Answering } from "express";
import { NodeRequest } from "srvx/node";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import type { UploadLocks } from "../../db/media/upload-locks.ts";
import { malformed } from "../http/parse-or-refuse.ts";

/** Applies the tus protocol to one stored file; access and file were decided before. */
export interface TusServer {
  /** @throws Refusal for every error of the protocol. */
  handle(req: Request, res: Answering, storageKey: string): Promise<Response>;
}

/**
 * Headers passed to the protocol. Others, such as those of proxies, are dropped; those of extensions that are not
 * offered were refused before.
 */
const SPOKEN = new Set(["tus-resumable", "upload-offset", "content-type", "content-length"]);

/** Opens the protocol on the stored files. */
export function openTusServer({
  files,
  locks,
}: {
  readonly files: MediaFiles;
  readonly locks: UploadLocks;
}): TusServer {
  const keys = new WeakMap<object, string>();
  const server = new Server({
    path: "/",
    datastore: files.store,
    locker: locks,
    // Without CORS headers, cross-origin calls are denied.
    allowedOrigins: [],
    getFileIdFromRequest: (request) => keys.get(request),
    onResponseError: (_request, error) => {
      throw refusalOf(error);
    },
  });
  return {
    async handle(req, res, storageKey) {
      const request = new NodeRequest({ req, res });
      const names = Array.from(request.headers.keys());
      for (const name of names) if (!SPOKEN.has(name)) request.headers.delete(name);
      keys.set(request, storageKey);
      const answer = await server.handleWeb(request);
      // A faulty header gets an answer at once, without an error event.
      if (!answer.ok) throw refusalOf({ status_code: answer.status, body: await answer.text() });
      return answer;
    },
  };
}

const CODES: Readonly<Record<number, ProblemCode>> = {
  404: "UPLOAD_EXPIRED",
  409: "STATE_CONFLICT",
  410: "UPLOAD_EXPIRED",
  413: "PAYLOAD_TOO_LARGE",
};

/** An error of the protocol: some are plain objects, some Error instances. */
interface TusError {
  readonly status_code: number;
  readonly body: string;
}

function refusalOf(error: Error | TusError): Error {
  if (!isOfProtocol(error)) return error;
  const code = CODES[error.status_code];
  if (code === "STATE_CONFLICT") return stateConflict("OFFSET_DIFFERS");
  if (code !== undefined) return new Refusal(code);
  const message = error.body.trim();
  if (error.status_code >= 500) return new Error(message);
  return malformed([{ pointer: "", code: "invalid_upload", message }]);
}

function isOfProtocol(error: Error | TusError): error is TusError {
  return "status_code" in error && "body" in error;
}
