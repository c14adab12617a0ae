import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { ByteRange } from "../../activities/media/media-files.ts";
import { MEDIA_TYPES } from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { MediaView } from "../../db/media/queries.ts";
import type { ApiDeps } from "../api-deps.ts";
import { matchesTag } from "../http/matches-tag.ts";

/**
 * Sends the bytes of media with their checked type, as a download.
 *
 * @throws Refusal RANGE_NOT_SATISFIABLE.
 */
export async function sendContent(
  { req, res }: Exchange,
  media: MediaView,
  deps: ApiDeps,
): Promise<void> {
  const { storageKey, contentHash, sizeBytes } = media;
  const tag = `"${contentHash}"`;
  if (matchesTag(req, tag)) {
    res.set({ ETag: tag, "Cache-Control": CACHING }).status(304).end();
    return;
  }
  const range = rangeOf(req, { tag, sizeBytes });
  if (range === "NONE") {
    res.set("Content-Range", `bytes */${sizeBytes}`);
    throw new Refusal("RANGE_NOT_SATISFIABLE");
  }
  const bytes = await deps.media.files.read(storageKey, range);
  res.set({ ...headersOf(media), ETag: tag });
  if (range !== null) {
    const { start, end } = range;
    res.status(206).set("Content-Range", `bytes ${start}-${end}/${sizeBytes}`);
    res.set("Content-Length", String(end - start + 1));
  }
  res.setTimeout(deps.timeouts.silenceMs);
  await pour(bytes, res);
}

/** A request for bytes, and its response. */
interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Only the caller may cache it, and must revalidate: access may change. */
const CACHING = "private, no-cache";

/** These bytes come from people: a browser that renders them must run nothing. */
const CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

function headersOf({ mediaId, contentType, sizeBytes }: MediaView) {
  const name = `${mediaId}.${MEDIA_TYPES[contentType].ending}`;
  return {
    "Content-Type": contentType,
    "Content-Length": String(sizeBytes),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Security-Policy": CONTENT_POLICY,
    "Cache-Control": CACHING,
    "Accept-Ranges": "bytes",
  };
}

/**
 * The single requested range. Null sends everything: for no range, several, an unreadable one, or one of other bytes
 * (RFC 9110, 13.1.5 and 14.2).
 */
function rangeOf(
  req: Request,
  { tag, sizeBytes }: { readonly tag: string; readonly sizeBytes: number },
): ByteRange | "NONE" | null {
  if ((req.get("If-Range") ?? tag) !== tag) return null;
  const ranges = req.get("Range")?.startsWith("bytes=") === true ? req.range(sizeBytes) : undefined;
  if (ranges === -1) return "NONE";
  if (ranges === undefined || ranges === -2) return null;
  const [range, ...others] = ranges;
  return range === undefined || others.length > 0 ? null : { start: range.start, end: range.end };
}

async function pour(bytes: NodeJS.ReadableStream, res: Response): Promise<void> {
  try {
    await pipeline(bytes, res);
  } catch (error) {
    // The reader disconnected or stopped reading, which is not a fault.
    if (!isHangUp(error)) throw error;
  }
}

function isHangUp(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return code === "ERR_STREAM_PREMATURE_CLOSE";
}
