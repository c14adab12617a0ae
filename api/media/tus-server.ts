import { Server } from "@tus/server";
import type { Request, Response as Answering } from "express";
import { NodeRequest } from "srvx/node";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import type { UploadLocks } from "../../db/media/upload-locks.ts";
import { malformed } from "../parse-or-refuse.ts";

/** Speaks the tus protocol about one stored file; who may and which file was decided before. */
export interface TusServer {
  /** @throws Refusal for what the protocol answers with an error. */
  handle(req: Request, res: Answering, storageKey: string): Promise<Response>;
}

/** Opens the protocol over the stored files. */
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
    // CORS is denied by saying nothing about it.
    allowedOrigins: [],
    getFileIdFromRequest: (request) => keys.get(request),
    onResponseError: (_request, error) => {
      throw refusalOf(error);
    },
  });
  return {
    handle(req, res, storageKey) {
      const request = new NodeRequest({ req, res });
      keys.set(request, storageKey);
      return server.handleWeb(request);
    },
  };
}

const CODES: Readonly<Record<number, ProblemCode>> = {
  404: "UPLOAD_EXPIRED",
  409: "STATE_CONFLICT",
  410: "UPLOAD_EXPIRED",
  413: "PAYLOAD_TOO_LARGE",
};

function refusalOf(error: Error | { readonly status_code: number; readonly body: string }): Error {
  if (error instanceof Error) return error;
  const code = CODES[error.status_code];
  if (code !== undefined) return new Refusal(code);
  const message = error.body.trim();
  if (error.status_code >= 500) return new Error(message);
  return malformed([{ pointer: "", code: "invalid_upload", message }]);
}
