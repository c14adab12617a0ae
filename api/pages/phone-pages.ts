import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { PHONE_PATHS } from "../../contract/page-paths.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ApiDeps } from "../api-deps.ts";
import { matchesTag } from "../http/matches-tag.ts";

/**
 * The stand-in page for our native apps on an embedded stack, by path (docs/rooms/wire.md#phone). The files are
 * read once, so a request only chooses among known names and no path of it reaches the file system. An API without a
 * folder has none of these paths.
 */
export function phonePages({
  phoneDirectory,
  links,
  log,
}: PhoneDeps): readonly (readonly [string, RequestHandler])[] {
  if (phoneDirectory === null) return [];
  const files = readFiles(phoneDirectory);
  const page = files.get(PAGE);
  if (page === undefined) {
    log.warn("SIDELINE_PHONE_DIR has no index.html; the phone is not served");
    return [];
  }
  const policy = policyOf(links.issuer);
  const send = (req: Request, res: Response, file: PhoneFile) => {
    res.setHeader("Content-Security-Policy", policy);
    res.setHeader("Cache-Control", file.cacheControl);
    res.setHeader("ETag", file.tag);
    if (matchesTag(req, file.tag)) return res.status(304).end();
    res.setHeader("Content-Type", file.contentType);
    return res.end(file.bytes);
  };
  const sendPage: RequestHandler = (req, res) => void send(req, res, page);
  return [
    [PHONE_PATHS.page.slice(0, -1), (_req, res) => res.redirect(308, PHONE_PATHS.page)],
    [PHONE_PATHS.page, sendPage],
    [PHONE_PATHS.callback, sendPage],
    [
      `${PHONE_PATHS.page}{file}`,
      (req, res) => {
        const file = files.get(String(req.params["file"]));
        if (file === undefined) throw new Refusal("NOT_FOUND");
        send(req, res, file);
      },
    ],
  ];
}

type PhoneDeps = Pick<ApiDeps, "phoneDirectory" | "links" | "log">;

/** A file of the page, as the process read it when it started. */
interface PhoneFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly tag: string;
}

const PAGE = "index.html";

/** A name with the hash of its content, as the build makes them (tools/phone/build-phone.ts). */
const HASHED = /-[0-9A-Z]{8}\.\w+$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The files directly in the folder; none if it is missing. A link could lead out of it, so links are left out. */
function readFiles(directory: string): ReadonlyMap<string, PhoneFile> {
  return new Map(namesIn(directory).map((name) => [name, readFile(directory, name)] as const));
}

function namesIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (Error.isError(error) && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function readFile(directory: string, name: string): PhoneFile {
  const bytes = readFileSync(join(directory, name));
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return {
    bytes,
    contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
    cacheControl: HASHED.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
    tag: `"${tag}"`,
  };
}

/** A worker has the policy of its own file, so every file has it. SQLite is WebAssembly; sign-in asks the issuer. */
const policyOf = (issuer: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    `connect-src 'self' ${new URL(issuer).origin}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
