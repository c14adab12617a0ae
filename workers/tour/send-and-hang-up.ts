import { once } from "node:events";
import { connect } from "node:net";
import { type ApiRequest, requestLine, wireForm } from "./call-api.ts";

/**
 * Sends a request whole, waits until the answer begins to arrive, and destroys the socket with all of
 * it unread: a phone that loses its signal just then. Throws when there was no answer to lose.
 */
export async function sendAndHangUp(
  api: string,
  request: Omit<ApiRequest<unknown>, "answer">,
): Promise<void> {
  const { hostname, port, host } = new URL(api);
  const { headers, body } = wireForm(request);
  const lines = Object.entries({
    ...headers,
    host,
    "content-length": String(Buffer.byteLength(body ?? "")),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  try {
    socket.write(`${requestLine(request)} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
    await once(socket, "readable", { signal: AbortSignal.timeout(15_000) });
  } finally {
    socket.destroy();
  }
}
