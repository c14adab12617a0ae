import { type Server, createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { bundleEntries } from "../../../tools/phone/bundle-entries.ts";

/** Serves the screens without a library, under the policy that the API gives to the page. */
export async function servePreview(): Promise<Preview> {
  const [script, styles] = await Promise.all([
    bundleEntries({ source: sourceOf("./"), entries: ["main.ts"] }),
    bundleEntries({ source: sourceOf("../../../phone/"), entries: ["styles.css"] }),
  ]);
  const files = new Map([...script.files, ...styles.files].map((file) => [file.name, file.bytes]));
  const page = pageOf(script.nameOf("main.ts"), styles.nameOf("styles.css"));
  const server = createServer((req, res) => {
    const name = new URL(req.url ?? "/", "http://preview").pathname.slice(1);
    res.setHeader("Content-Security-Policy", POLICY);
    res.setHeader("Content-Type", typeOf(name));
    res.end(files.get(name) ?? page);
  });
  const url = await listen(server);
  return { url, close: () => server.close() };
}

/** The running preview. */
export interface Preview {
  readonly url: string;
  readonly close: () => void;
}

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:";

const sourceOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function typeOf(name: string): string {
  if (name.endsWith(".css")) return "text/css";
  return name.endsWith(".js") ? "text/javascript" : "text/html";
}

function pageOf(script: string, styles: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Sideline</title>
    <link rel="icon" href="data:,"><link rel="stylesheet" href="/${styles}">
    <script type="module" src="/${script}"></script></head><body><div id="phone"></div></body></html>`;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The preview has no port.");
  return `http://127.0.0.1:${address.port}`;
}
