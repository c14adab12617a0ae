import cors from "cors";
import type { RequestHandler } from "express";
import { READ_POSITION_HEADER } from "../../contract/read-position.ts";

/**
 * Lets scripts of these origins call the API. Others get no CORS headers, so their browsers block the call (Fetch
 * standard). There are no cookies.
 */
export function openToOrigins(origins: ReadonlySet<string>): RequestHandler {
  const open = cors({
    origin: [...origins],
    methods: METHODS,
    allowedHeaders: SENT,
    exposedHeaders: SHOWN,
    maxAge: PREFLIGHT_SECONDS,
  });
  return (req, res, next) => {
    const { origin } = req.headers;
    if (origin !== undefined && origins.has(origin)) open(req, res, next);
    else next();
  };
}

/** Headers that a script of another origin may send, and those it may read. */
const SENT = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  READ_POSITION_HEADER,
  "Tus-Resumable",
  "Upload-Length",
  "Upload-Metadata",
  "Upload-Offset",
  "X-Request-Id",
  "X-Workspace-Id",
];
const SHOWN = [
  "ETag",
  "Idempotency-Replayed",
  "Location",
  READ_POSITION_HEADER,
  "Retry-After",
  "Tus-Resumable",
  "Upload-Expires",
  "Upload-Offset",
  "WWW-Authenticate",
  "X-Request-Id",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const PREFLIGHT_SECONDS = 600;
