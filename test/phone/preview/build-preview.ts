import { fileURLToPath } from "node:url";
import { PHONE_PATHS } from "../../../contract/page-paths.ts";
import { bundleEntries } from "../../../tools/phone/bundle-entries.ts";

/**
 * Builds the page without a library, as flat files by name. The address chooses the data of the screens; the sign-in,
 * the service worker and new versions are the page's own.
 */
export async function buildPreview({ version, config }: PreviewOptions): Promise<PreviewFiles> {
  const [script, styles] = await Promise.all([
    bundleEntries({ source: sourceOf("./"), entries: ["main.ts"] }),
    bundleEntries({ source: PHONE, entries: ["styles.css"] }),
  ]);
  const files = new Map([...script.files, ...styles.files].map((file) => [file.name, file.bytes]));
  files.set(
    "index.html",
    Buffer.from(pageOf(script.nameOf("main.ts"), styles.nameOf("styles.css"))),
  );
  files.set("config.json", Buffer.from(JSON.stringify(config)));
  const paths = [...files.keys()].map((name) => ({
    path: `${PHONE_PATHS.page}${name === "index.html" ? "" : name}`,
  }));
  const precaching = await bundleEntries({
    source: PHONE,
    entries: ["offline-worker.ts"],
    isScript: true,
    define: { __PHONE_FILES__: paths, __PHONE_VERSION__: version },
  });
  for (const { name, bytes } of precaching.files) files.set(name, bytes);
  return files;
}

/** The built page. */
export type PreviewFiles = Map<string, Uint8Array>;

interface PreviewOptions {
  readonly version: string;
  /** The settings that a sign-in needs. */
  readonly config: unknown;
}

const sourceOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PHONE = sourceOf("../../../phone/");

function pageOf(script: string, styles: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Sideline</title>
    <link rel="icon" href="data:,"><link rel="stylesheet" href="${PHONE_PATHS.page}${styles}">
    <script type="module" src="${PHONE_PATHS.page}${script}"></script></head>
    <body><div id="phone"></div></body></html>`;
}
