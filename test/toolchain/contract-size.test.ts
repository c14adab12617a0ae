import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";

/** What an app needs for its first batch, in gzipped bytes: 41 kB, of which most is zod's core. */
const MOST_BYTES = 42_000;

const FIVE_SCHEMAS = `
  export { syncRequestSchema, syncAnswerSchema } from "./contract/sync/schema.ts";
  export { deviceRegistrationSchema } from "./contract/sync/device-schema.ts";
  export { quickLogActionSchema } from "./contract/quick-log/schema.ts";
  export { todaySchema } from "./contract/agenda/today-schema.ts";
`;

/** In a process of its own: a byte array of jest's realm is none to esbuild. */
const BUNDLE = `
  import { readFileSync } from "node:fs";
  import { buildSync } from "esbuild";
  const stdin = { contents: readFileSync(0, "utf8"), resolveDir: process.cwd() };
  const options = { bundle: true, minify: true, format: "esm", platform: "browser", write: false };
  const { outputFiles } = buildSync({ stdin, ...options });
  process.stdout.write(outputFiles[0].contents);
`;

/** One minified file for a browser, as a bundler of an app makes it. */
function bundled(source: string): Buffer {
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const script = ["--input-type=module", "--eval", BUNDLE];
  return execFileSync(process.execPath, script, { input: source, cwd });
}

// A single `import { z }` takes all of zod along, its languages included: 100 kB.
test("five schemas of the contract weigh an app less than 42 kB", () => {
  expect(gzipSync(bundled(FIVE_SCHEMAS)).length).toBeLessThan(MOST_BYTES);
});

// React Native has none: an app there brings its own digest.
test("checksum, slice digest and chain of receipts need no Web Crypto", () => {
  const functions = `
    export { payloadChecksum } from "./contract/canonical-json.ts";
    export { sliceDigest } from "./contract/sync/slice-digest.ts";
    export { verifyChain } from "./contract/sync/receipts/verify-chain.ts";
  `;
  expect(bundled(functions).toString("utf8")).not.toContain("crypto");
});
