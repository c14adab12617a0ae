import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { API_NAME } from "./compose-project.ts";

/** Sends a part of a request to the proxy. The returned function sends its end later and returns the answer's text. */
export async function beginRequest(
  authorities: string,
): Promise<(wait: { readonly afterMs: number }) => Promise<string>> {
  const socket = connect({
    host: API_NAME,
    port: 443,
    servername: API_NAME,
    ca: readFileSync(authorities, "utf8"),
    ALPNProtocols: ["http/1.1"],
  });
  await once(socket, "secureConnect");
  socket.write(`GET /health/live HTTP/1.1\r\nHost: ${API_NAME}\r\n`);
  return async ({ afterMs }) => {
    await sleep(afterMs);
    socket.write("Connection: close\r\n\r\n");
    return await text(socket);
  };
}
