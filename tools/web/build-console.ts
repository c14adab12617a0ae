import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { CONSOLE_FILES, CONSOLE_NONCE } from "../../contract/console-paths.ts";
import { compiledTexts } from "./compiled-texts.ts";

/**
 * Builds the console into a folder that the API serves. The API replaces `CONSOLE_NONCE` in `index.html` for each
 * answer. All other files have hashed names and compressed forms next to them.
 *
 * @throws Error with the bundler's message.
 */
export async function buildConsole(target: string): Promise<void> {
  await build({
    configFile: false,
    root: SOURCE,
    base: "/",
    logLevel: "error",
    html: { cspNonce: CONSOLE_NONCE },
    plugins: [compiledTexts(join(SOURCE, "texts"))],
    build: {
      outDir: target,
      assetsDir: CONSOLE_FILES.slice(1, -1),
      emptyOutDir: true,
      target: "es2024",
      // A file that is inlined as an address would need another policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: FIRST_PAGE } } },
    },
  });
  compressFiles(join(target, CONSOLE_FILES));
}

/**
 * The files of the first page, each with everything that it needs and that no file before it has. By itself the bundler
 * makes some eighty, and a slow computer takes longer to ask for them than to run them.
 */
const FIRST_PAGE = ["main.ts", "api/first-reads.ts", "console.tsx", "inbox/inbox-page.tsx"].map(
  (entry, place, all) => ({
    name: basename(entry, extname(entry)),
    test: (module: string) => module === join(SOURCE, entry),
    priority: all.length - place,
  }),
);

const SOURCE = fileURLToPath(new URL("../../web/", import.meta.url));

/** Compresses once, at build time, as hard as the formats allow. */
function compressFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, quality));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
