import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";
import { OPENAPI_PATH } from "./openapi.ts";

const SCRIPT_PATH = "/docs/openapi-explorer.js";

/** Nothing from elsewhere: the page is one script of an npm package and our own document. */
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
    <script type="module" src="${SCRIPT_PATH}"></script>
  </head>
  <body style="margin: 0">
    <openapi-explorer spec-url="${OPENAPI_PATH}"></openapi-explorer>
  </body>
</html>
`;

/** The reference page and its script, by path. */
export function referencePages(): readonly (readonly [string, RequestHandler])[] {
  const script = readFileSync(
    new URL(import.meta.resolve("openapi-explorer/dist/browser/openapi-explorer.min.js")),
  );
  return [
    ["/docs", send("text/html; charset=utf-8", PAGE)],
    [SCRIPT_PATH, send("text/javascript; charset=utf-8", script)],
  ];
}

function send(contentType: string, content: string | Buffer): RequestHandler {
  return (_req, res) => {
    res.setHeader("Content-Security-Policy", POLICY);
    res.setHeader("Content-Type", contentType);
    res.end(content);
  };
}
