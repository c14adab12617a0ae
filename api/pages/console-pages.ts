import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { CONSOLE_FILES, CONSOLE_NONCE, CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { Refusal } from "../../contract/refusal.ts";
import { escapeHtml } from "../../rules/escape-html.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { OutsideLinks } from "./outside-links.ts";

/**
 * The web console for coaches, by path (docs/rooms/wire.md#console). Its page is written for each answer, with a nonce
 * of its own, and is never stored. Files have their hash in their name, so they never change. Both are read once, so no
 * path of a request reaches the file system. An API without a folder has none of these paths.
 */
export function consolePages(deps: ConsoleDeps): readonly (readonly [string, RequestHandler])[] {
  const { consoleDirectory } = deps;
  if (consoleDirectory === null) return [];
  const index = readIndex(consoleDirectory);
  if (index === null) {
    deps.log.warn("SIDELINE_CONSOLE_DIR has no index.html; the console is not served");
    return [];
  }
  const [head = "", ...rest] = index.split("</head>");
  const parts = `${head}${settingsOf(deps)}${SERVER_TIME}</head>${rest.join("</head>")}`
    .split(CONSOLE_NONCE)
    .map((part) => part.split(SERVER_TIME));
  const sendPage: RequestHandler = (_req, res) => {
    const nonce = randomBytes(16).toString("base64url");
    res.setHeader("Content-Security-Policy", policyOf(nonce, deps));
    res.setHeader("Cache-Control", "no-store");
    res.setHeader("Content-Type", "text/html; charset=utf-8");
    // The page sets right by it what its own clock says of tokens.
    const time = `<meta name="sideline-time" content="${new Date().toISOString()}">`;
    res.end(parts.map((part) => part.join(time)).join(nonce));
  };
  const files = readFiles(join(consoleDirectory, CONSOLE_FILES));
  const paths = new Set(Object.values(CONSOLE_PATHS).map(pathPattern));
  return [
    ...[...paths].map((path) => [path, sendPage] as const),
    [
      `${CONSOLE_FILES}{file}`,
      (req, res) => {
        const file = files.get(String(req.params["file"]));
        if (file === undefined) throw new Refusal("NOT_FOUND");
        sendFile(req, res, file);
      },
    ],
  ];
}

/** Where the page gets the server's time. */
const SERVER_TIME = "<!--server-time-->";

interface ConsoleDeps extends Pick<ApiDeps, "consoleDirectory" | "links" | "tokenOrigin" | "log"> {
  /** Links of the sign-in page, to the parts of an embedded stack. */
  readonly stackLinks: OutsideLinks["startPage"];
  /** Where videos come from; none without a provider of videos. */
  readonly videoOrigins?: readonly string[];
}

/** `/clients/$relationshipId` as the API writes it: `/clients/{relationshipId}`. */
const pathPattern = (path: string) => path.replaceAll(/\$(\w+)/g, "{$1}");

function readIndex(directory: string): string | null {
  try {
    return readFileSync(join(directory, "index.html"), "utf8");
  } catch (error) {
    if (Error.isError(error) && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** The facts of this place that the page needs before any request (web/config.ts). */
function settingsOf({ links, stackLinks }: ConsoleDeps): string {
  const settings = {
    issuer: links.issuer,
    clientId: links.webClientId,
    stackLinks,
    termsPage: links.termsPage,
    privacyPage: links.privacyPage,
    clientAppPages: links.clientApp.storePages,
  };
  return `<meta name="sideline-config" content="${escapeHtml(JSON.stringify(settings))}">`;
}

/** A built file in the forms that clients accept. */
interface ConsoleFile {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

function readFiles(directory: string): ReadonlyMap<string, ConsoleFile> {
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const known = new Set(names);
  const read = (name: string) => (known.has(name) ? readFileSync(join(directory, name)) : null);
  const served = names.filter((name) => extname(name) in CONTENT_TYPES);
  return new Map(
    served.map((name) => [
      name,
      {
        contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
        bytes: readFileSync(join(directory, name)),
        br: read(`${name}.br`),
        gzip: read(`${name}.gz`),
      },
    ]),
  );
}

function sendFile(req: Request, res: Response, file: ConsoleFile): void {
  const { br, gzip } = file;
  const accepted = req.acceptsEncodings("br", "gzip", "identity");
  res.setHeader("Content-Type", file.contentType);
  res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  res.setHeader("Vary", "Accept-Encoding");
  if (accepted === "br" && br !== null) return sendEncoded(res, "br", br);
  if (accepted === "gzip" && gzip !== null) return sendEncoded(res, "gzip", gzip);
  res.end(file.bytes);
}

function sendEncoded(res: Response, encoding: "br" | "gzip", bytes: Buffer): void {
  res.setHeader("Content-Encoding", encoding);
  res.end(bytes);
}

/**
 * Scripts run by nonce only. Pictures come by token, so they are blobs of this page. A video comes from its provider:
 * the browser loads it as a file, or a library asks for its parts.
 */
function policyOf(nonce: string, { links, tokenOrigin, videoOrigins = [] }: ConsoleDeps): string {
  const { origin } = new URL(links.issuer);
  const asked = new Set([origin, tokenOrigin() ?? origin, ...videoOrigins]);
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}' 'self'`,
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...asked].join(" ")}`,
    `media-src ${["blob:", ...videoOrigins].join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
