import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { RequestHandler } from "express";
import { OPENAPI_PATH } from "./openapi-document.ts";

/** The reference page and its scripts, by path. */
export function referencePages(): readonly (readonly [string, RequestHandler])[] {
  return [
    ["/docs", send("text/html; charset=utf-8", () => PAGE)],
    [SCRIPT_PATH, send("text/javascript; charset=utf-8", readScalar())],
    [START_PATH, send("text/javascript; charset=utf-8", () => START)],
  ];
}

const SCRIPT_PATH = "/docs/scalar.js";
const START_PATH = "/docs/start.js";

/** Nothing from other origins: the page is Scalar's script and our own document. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sideline API</title>
    <link rel="icon" href="data:,">
    <script defer src="${SCRIPT_PATH}"></script>
    <script defer src="${START_PATH}"></script>
  </head>
  <body style="margin: 0">
    <div id="reference"></div>
  </body>
</html>
`;

/** Turns off everything that would call other origins: fonts, telemetry, the proxy, the assistants. */
const CONFIGURATION = {
  url: OPENAPI_PATH,
  theme: "default",
  authentication: { preferredSecurityScheme: "bearer" },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  operationTitleSource: "summary",
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  orderSchemaPropertiesBy: "preserve",
};

const START = `Scalar.createApiReference("#reference", ${JSON.stringify(CONFIGURATION)});\n`;

/** Reads Scalar's script, of which `scalar.json` names package and version; decompresses it at the first request. */
function readScalar(): () => Buffer {
  const compressed = readFileSync(new URL("scalar.js.br", import.meta.url));
  let script: Buffer | undefined;
  return () => (script ??= brotliDecompressSync(compressed));
}

function send(contentType: string, content: () => string | Buffer): RequestHandler {
  return (_req, res) => {
    res.setHeader("Content-Security-Policy", POLICY);
    res.setHeader("Content-Type", contentType);
    res.end(content());
  };
}
