import { type Socket, connect } from "node:net";

/**
 * Opens a connection and writes the head of a request to it. The caller writes the body and ends the connection,
 * because breaking off in the middle needs access to the socket.
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
