import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";

/** Gzipped bytes an app needs for its first batch: 41 kB, most of which is zod's core. */
const MOST_BYTES = 42_000;

const FIVE_SCHEMAS = `
  export { syncRequestSchema, syncAnswerSchema } from "./contract/sync/schema.ts";
  export { deviceRegistrationSchema } from "./contract/sync/device-schema.ts";
  export { quickLogActionSchema } from "./contract/quick-log/schema.ts";
  export { todaySchema } from "./contract/agenda/today-schema.ts";
`;

/** In a separate process: esbuild does not recognise a byte array of Jest's realm. */
const BUNDLE = `
  import { readFileSync } from "node:fs";
  import { buildSync } from "esbuild";
  const stdin = { contents: readFileSync(0, "utf8"), resolveDir: process.cwd() };
  const options = { bundle: true, minify: true, format: "esm", platform: "browser", write: false };
  const { outputFiles } = buildSync({ stdin, ...options });
  process.stdout.write(outputFiles[0].contents);
`;

// A single `import { z }` pulls in all of zod, with its languages: 100 kB.
test("five schemas of the contract add less than 42 kB to an app", () => {
  expect(gzipSync(bundled(FIVE_SCHEMAS)).length).toBeLessThan(MOST_BYTES);
});

// React Native has no Web Crypto: an app there supplies its own digest.
test("checksum, slice digest and receipt chain need no Web Crypto", () => {
  const functions = `
    export { payloadChecksum } from "./contract/canonical-form.ts";
    export { sliceDigest } from "./contract/sync/slice-digest.ts";
    export { verifyChain } from "./contract/sync/receipts/verify-chain.ts";
  `;
  expect(bundled(functions).toString("utf8")).not.toContain("crypto");
});

/** One minified file for a browser, as an app's bundler makes it. */
function bundled(source: string): Buffer {
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const script = ["--input-type=module", "--eval", BUNDLE];
  return execFileSync(process.execPath, script, { input: source, cwd });
}
