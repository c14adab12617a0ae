import { type Socket, connect } from "node:net";
import { connect as connectSecurely } from "node:tls";

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
  const host = url.hostname;
  const socket =
    url.protocol === "https:"
      ? connectSecurely({ host, port: Number(url.port || 443), servername: host })
      : connect(Number(url.port), host);
  socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return socket;
}
