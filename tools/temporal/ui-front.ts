import { randomInt } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import { finished, pipeline } from "node:stream";
import { findFreePorts } from "../processes/ports.ts";
import { isLoopback } from "../provider/is-loopback.ts";
import { openListener } from "../provider/listener.ts";

/** The only access to such a UI. */
export type UiFront = { readonly port: number; readonly close: () => Promise<void> };

/** Address of a web UI without authentication. */
export type UiPlace = { readonly host: string; readonly port: number };

const LARGEST_PART = 255;

/**
 * Chooses an address for the UI that no web page finds. On Linux all of 127.0.0.0/8 is this machine, so the address
 * is drawn from millions; elsewhere only the port is random.
 */
export async function planUi(): Promise<UiPlace> {
  const [port = 0] = await findFreePorts(1);
  const part = () => randomInt(1, LARGEST_PART);
  const host = process.platform === "linux" ? `127.${part()}.${part()}.${part()}` : "127.0.0.1";
  return { host, port };
}

/**
 * Serves the UI on a loopback port, only under names of this machine. Everybody who reaches it can operate every
 * actor, and another site can point its own name here. 0 takes a free port.
 */
export async function openUiFront(port: number, ui: UiPlace): Promise<UiFront> {
  const server = createServer((req, res) => {
    const names = req.headersDistinct["host"] ?? [];
    const isOurs = names.length === 1 && names.every((name) => isLoopback(`http://${name}`));
    if (isOurs) passOn(req, res, ui);
    else
      res
        .writeHead(421, { "content-type": "text/plain" })
        .end("Open this UI by its own address.\n");
  });
  const listener = openListener(server, port);
  return { port: await listener.up(), close: listener.down };
}

function passOn(req: IncomingMessage, res: ServerResponse, { host, port }: UiPlace): void {
  const { headers, method, url } = req;
  const inner = request({ host, port, method, path: url, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    // If one side breaks off, the other side is closed too.
    pipeline(answer, res, () => undefined);
  });
  inner.once("error", () => {
    if (res.headersSent) res.destroy();
    else res.writeHead(502, { "content-type": "text/plain" }).end("The UI does not answer.\n");
  });
  finished(res, () => void inner.destroy());
  req.pipe(inner);
}
