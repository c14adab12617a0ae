import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import * as z from "zod";

/** Gzipped bytes of the page's scripts and styles without SQLite; React is most of them. */
const MOST_BYTES = 180_000;

/** In a separate process: esbuild does not recognise a byte array of Jest's realm. */
const MEASURE = `
  import { gzipSync } from "node:zlib";
  import { buildSync } from "esbuild";
  const { outputFiles } = buildSync({
    entryPoints: ["main.tsx", "worker.ts", "offline-worker.ts", "styles.css"].map((name) => "phone/" + name),
    external: ["@sqlite.org/sqlite-wasm"],
    bundle: true, minify: true, write: false, outdir: "built",
    format: "esm", jsx: "automatic", platform: "browser", target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const sum = outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents).length, 0);
  process.stdout.write(JSON.stringify(sum));
`;

test("the phone's page, its library and its service worker have at most 180 kB without SQLite", () => {
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const script = ["--input-type=module", "--eval", MEASURE];
  const bytes = z
    .number()
    .parse(JSON.parse(execFileSync(process.execPath, script, { cwd, encoding: "utf8" })));
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
