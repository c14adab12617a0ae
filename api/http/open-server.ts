import { type RequestListener, type Server, createServer, maxHeaderSize } from "node:http";
import type { Duplex } from "node:stream";
import { type FieldError, Refusal } from "../../contract/refusal.ts";
import { newId } from "../../db/platform/new-id.ts";
import { problemOf } from "./problem.ts";

/** HTTP server of the API; input that is not HTTP gets the same problem form as other refusals. */
export function openServer(app: RequestListener): Server {
  const server = createServer(
    {
      // Each body reader sets its own timeout: a film takes longer to arrive than a form.
      requestTimeout: 0,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The pipeline refuses it, in the same form as other refusals.
      requireHostHeader: false,
    },
    app,
  );
  // An unknown expectation is handled by the pipeline too.
  server.on("checkExpectation", app);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuseBrokenRequest(socket, error.code);
  });
  return server;
}

/** Timeout for headers: slower senders would occupy a connection for nothing. */
const HEADERS_TIMEOUT_MS = 10_000;

/**
 * Longest idle time of a connection. Balancers close theirs after 60 s at most; closing first would lose the request
 * that is on its way.
 */
const KEEP_ALIVE_MS = 75_000;

/** Faults of Node's parser by code; any other input is not HTTP. */
const FAULTS: Readonly<Record<string, FieldError>> = {
  HPE_HEADER_OVERFLOW: {
    pointer: "/headers",
    code: "too_big",
    message: `Path and headers together take more than ${maxHeaderSize} bytes`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    pointer: "/headers",
    code: "incomplete",
    message: `The headers took longer than ${HEADERS_TIMEOUT_MS / 1_000} seconds`,
  },
};
const NO_HTTP: FieldError = {
  pointer: "",
  code: "invalid_http",
  message: "The request is not HTTP",
};

function refuseBrokenRequest(socket: Duplex, code: string | undefined): void {
  const requestId = newId();
  const broken = FAULTS[code ?? ""] ?? NO_HTTP;
  const refusal = new Refusal("VALIDATION_FAILED", { errors: [broken] });
  const body = JSON.stringify(problemOf(refusal, requestId));
  socket.end(
    [
      "HTTP/1.1 400 Bad Request",
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
