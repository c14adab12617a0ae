import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { holdsTag } from "../http/entity-tag.ts";
import { type Documented, openApiDocument } from "./openapi.ts";

/** In which forms the document is kept, the one that is shortest first. */
const ENCODINGS = ["br", "gzip"] as const;

/** The document as it goes out: whole, and packed once for all who take it so. */
interface Kept {
  readonly tag: string;
  readonly bytes: Readonly<Record<(typeof ENCODINGS)[number] | "identity", Buffer>>;
}

/**
 * `GET /api/v1/openapi.json`: with a tag, so that whoever has it already is told so in few bytes. It is written
 * when first asked for: it takes longer than all else of a start.
 */
export function showDocument(documented: Documented): RequestHandler {
  let kept: Promise<Kept> | undefined;
  return async (req, res) => {
    kept ??= keep(documented);
    const { tag, bytes } = await kept;
    const encoding = ENCODINGS.find((known) => req.acceptsEncodings(known) === known) ?? "identity";
    const own = `"${tag}-${encoding}"`;
    res.setHeader("Cache-Control", "no-cache");
    res.setHeader("ETag", own);
    res.setHeader("Vary", "Accept-Encoding");
    if (holdsTag(req, own)) {
      res.status(304).end();
      return;
    }
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    res.setHeader("Content-Length", String(bytes[encoding].length));
    res.end(bytes[encoding]);
  };
}

async function keep(documented: Documented): Promise<Kept> {
  const identity = Buffer.from(JSON.stringify(openApiDocument(documented)));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity),
  ]);
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { tag, bytes: { identity, br, gzip: zipped } };
}
