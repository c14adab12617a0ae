import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { findFreePorts } from "../../../tools/processes/ports.ts";

/** Serves scripts, an empty page and SQLite to a browser on this machine. */
export async function serveFiles(scripts: Readonly<Record<string, string>>): Promise<ServedFiles> {
  const [port = 0] = await findFreePorts(1);
  const wasm = fileURLToPath(import.meta.resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm"));
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    const script = scripts[name];
    if (name === "sqlite3.wasm") {
      response.setHeader("content-type", "application/wasm").end(readFileSync(wasm));
    } else if (script === undefined) {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>Empty</title>");
    } else {
      response.setHeader("content-type", "text/javascript").end(script);
    }
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export interface ServedFiles {
  readonly origin: string;
  close(): Promise<void>;
}
