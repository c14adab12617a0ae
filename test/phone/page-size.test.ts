import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import * as z from "zod";

/** Gzipped bytes of everything that the service worker stores, without SQLite. */
const MOST_BYTES = 325_000;
/** Gzipped bytes that a first visit waits for: React, the sign-in, the day, and the core of the library. */
const MOST_FIRST_BYTES = 180_000;

/**
 * Builds as `tools/phone/build-phone.ts` does, with one file for each screen that loads on demand. In a separate
 * process: esbuild does not recognise a byte array of Jest's realm.
 */
const MEASURE = `
  import { gzipSync } from "node:zlib";
  import { buildSync } from "esbuild";
  import { TUS_ALIASES } from "./tools/phone/tus-aliases.ts";
  const built = ["main.tsx", "worker.ts", "offline-worker.ts", "styles.css"].map((name) => buildSync({
    entryPoints: ["phone/" + name],
    alias: TUS_ALIASES,
    external: ["@sqlite.org/sqlite-wasm"], splitting: true, metafile: true,
    bundle: true, minify: true, write: false, outdir: "built",
    format: "esm", jsx: "automatic", platform: "browser", target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
  }));
  const sum = { all: 0, first: 0 };
  for (const { outputFiles, metafile } of built) {
    const sizes = new Map(outputFiles.map(({ path, contents }) => [path.split("/").at(-1), gzipSync(contents).length]));
    for (const size of sizes.values()) sum.all += size;
    const first = new Set(Object.keys(metafile.outputs).filter((path) => metafile.outputs[path].entryPoint?.split("/").length === 2));
    for (const path of first)
      for (const { path: next, kind } of metafile.outputs[path].imports)
        if (kind === "import-statement" && next in metafile.outputs) first.add(next);
    for (const path of first) sum.first += sizes.get(path.split("/").at(-1)) ?? 0;
  }
  process.stdout.write(JSON.stringify(sum));
`;

test("a first visit to the phone loads at most 180 kB without SQLite, and everything it stores has at most 325 kB", () => {
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const script = ["--input-type=module", "--eval", MEASURE];
  const { first, all } = z
    .strictObject({ first: z.number(), all: z.number() })
    .parse(JSON.parse(execFileSync(process.execPath, script, { cwd, encoding: "utf8" })));
  expect(first).toBeGreaterThan(60_000);
  expect(first).toBeLessThan(MOST_FIRST_BYTES);
  expect(all).toBeLessThan(MOST_BYTES);
});
