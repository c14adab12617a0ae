import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import * as z from "zod";
import { housePaths, textOf } from "../docs/house-files.ts";

/** Gzipped bytes of what a client's app needs of contract/ and rules/: 15.6 kB. */
const MOST_BYTES = 16_000;

/** Gzipped bytes of the device library without rules, packages and parts: 23.9 kB. */
const MOST_CORE_BYTES = 24_000;

/** In a separate process: esbuild does not recognise a byte array of Jest's realm. */
const BUNDLE = `
  import { bundleRules, CLIENT_RULES, deviceCoreBytes } from "./lint/client-rules.js";
  const sets = [CLIENT_RULES, ...JSON.parse(process.argv[1])];
  const written = { coreBytes: await deviceCoreBytes(), bundles: sets.map(bundleRules) };
  process.stdout.write(JSON.stringify(written));
`;
const bundlesSchema = z.array(
  z.object({
    bytes: z.number(),
    packages: z.array(z.string()),
    foreign: z.array(z.string()),
    newer: z.array(z.string()),
  }),
);

const writtenSchema = z.object({ coreBytes: z.number(), bundles: bundlesSchema });

const BY_VALUE = /^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)";/gm;

/** Files that a phone cannot run, with what their bundles reach. */
const PLANTED = [
  ["a schema", "contract/wire.ts", { packages: ["zod"], foreign: ["navigator", "File"] }],
  ["Web Crypto", "rules/sha256.ts", { packages: [], foreign: ["crypto"] }],
  ["Node", "db/sync/pack-text.ts", { packages: ["node:zlib"], foreign: [] }],
] as const;
const ON_HERMES = { packages: ["canonicalize"], foreign: [], newer: [] };
const { coreBytes, bundles } = bundled(
  importsOfDevice(),
  ["device/index.ts"],
  ...PLANTED.map(([, file]) => [file]),
);
const [rules, importedRules, device, ...planted] = bundles;

test("The rules of a client add less than 16 kB to an app", () => {
  expect(rules?.bytes).toBeLessThan(MOST_BYTES);
});

test("The device library adds less than 24 kB to an app, without rules and parts", () => {
  expect(coreBytes).toBeLessThan(MOST_CORE_BYTES);
});

test("The rules of a client run on Hermes: without zod, Node, a browser or a newer method", () => {
  expect(rules).toMatchObject(ON_HERMES);
});

test("The device library imports rules and names that run on Hermes", () => {
  expect(importedRules).toMatchObject(ON_HERMES);
});

test("The device library itself runs on Hermes with all of its parts", () => {
  // tus-js-client is CommonJS, whose `require` a bundler resolves. It works without the `navigator` that it looks for.
  const withTus = ["canonicalize", "tus-js-client"];
  expect(device).toMatchObject({ newer: [], packages: withTus, foreign: ["require", "navigator"] });
});

test.each(PLANTED.map(([what, , reached], at) => ({ what, reached, bundle: planted[at] })))(
  "An import that reaches $what is found",
  ({ reached, bundle }) => {
    expect(bundle).toMatchObject(reached);
  },
);

/** The bundle of the rules of a client, and those of other sets of files. */
function bundled(...sets: readonly (readonly string[])[]) {
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const script = ["--input-type=module", "--eval", BUNDLE, JSON.stringify(sets)];
  const written = execFileSync(process.execPath, script, { cwd, encoding: "utf8" });
  return writtenSchema.parse(JSON.parse(written));
}

/** The files of contract/ and rules/ that a file of device/ imports by value. */
function importsOfDevice(): readonly string[] {
  const files = [...housePaths].filter((path) => /^device\/.*\.ts$/.test(path));
  const imported = files.flatMap((file) =>
    [...textOf(file).matchAll(BY_VALUE)].map(([, to = ""]) => posix.join(posix.dirname(file), to)),
  );
  return [...new Set(imported)].filter((path) => /^(?:contract|rules)\//.test(path)).toSorted();
}
