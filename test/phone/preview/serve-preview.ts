import { type Server, createServer } from "node:http";
import type { PreviewFiles } from "./build-preview.ts";

/** Serves the page without a library, at the address and with the security policy of the API. */
export async function servePreview(initial: PreviewFiles): Promise<Preview> {
  let files = initial;
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? "/", "http://preview");
    const name = pathname.replace("/phone/", "");
    const isPage = name === "" || name === "callback";
    res.setHeader("Content-Security-Policy", POLICY);
    res.setHeader("Content-Type", isPage ? "text/html" : typeOf(name));
    const bytes = files.get(isPage ? "index.html" : name);
    if (bytes === undefined) res.statusCode = 404;
    res.end(bytes);
  });
  const origin = await listen(server);
  return {
    url: `${origin}/phone/`,
    replace(next) {
      files = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The running preview. */
export interface Preview {
  readonly url: string;
  /** Serves another version from now on. */
  readonly replace: (files: PreviewFiles) => void;
  /** Cuts the page's connection for good. */
  readonly close: () => void;
}

const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src data:";

function typeOf(name: string): string {
  if (name.endsWith(".css")) return "text/css";
  return name.endsWith(".js") ? "text/javascript" : "application/json";
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The preview has no port.");
  return `http://127.0.0.1:${address.port}`;
}
