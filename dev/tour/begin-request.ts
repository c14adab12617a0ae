import { type Socket, connect } from "node:net";

/**
 * Opens a connection and writes the head of a request on it. The body, and when the connection ends, is
 * the caller's: whoever wants to lose a signal in the middle needs a socket of their own.
 */
export function beginRequest(
  url: URL,
  { method, headers }: { readonly method: string; readonly headers: Record<string, string> },
): Socket {
  const lines = Object.entries({ ...headers, host: url.host }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return socket;
}
