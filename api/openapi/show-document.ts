import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { matchesTag } from "../http/matches-tag.ts";
import { type Documented, openApiDocument } from "./openapi-document.ts";

/**
 * `GET /api/v1/openapi.json`, with an ETag, so that a caller with a current copy gets a short answer. The document is
 * generated at the first request, because that takes longer than the rest of the start.
 */
export function showDocument(documented: Documented): RequestHandler {
  let cached: Promise<CachedDocument> | undefined;
  return async (req, res) => {
    cached ??= keep(documented);
    const { tag, bytes } = await cached;
    const encoding = ENCODINGS.find((known) => req.acceptsEncodings(known) === known) ?? "identity";
    const own = `"${tag}-${encoding}"`;
    res.setHeader("Cache-Control", "no-cache");
    res.setHeader("ETag", own);
    res.setHeader("Vary", "Accept-Encoding");
    if (matchesTag(req, own)) {
      res.status(304).end();
      return;
    }
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    res.setHeader("Content-Length", String(bytes[encoding].length));
    res.end(bytes[encoding]);
  };
}

/** Encodings in which the document is kept, shortest first. */
const ENCODINGS = ["br", "gzip"] as const;

/** The document as sent: plain, and compressed once for all callers. */
interface CachedDocument {
  readonly tag: string;
  readonly bytes: Readonly<Record<(typeof ENCODINGS)[number] | "identity", Buffer>>;
}

async function keep(documented: Documented): Promise<CachedDocument> {
  const identity = Buffer.from(JSON.stringify(openApiDocument(documented)));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity),
  ]);
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { tag, bytes: { identity, br, gzip: zipped } };
}
