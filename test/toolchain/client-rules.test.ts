import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import * as z from "zod";
import { housePaths, textOf } from "../docs/house-files.ts";

/** Gzipped bytes of what a client's app needs of contract/ and rules/: 15.6 kB. */
const MOST_BYTES = 16_000;

/** In a separate process: esbuild does not recognise a byte array of Jest's realm. */
const BUNDLE = `
  import { bundleRules, CLIENT_RULES } from "./lint/client-rules.js";
  const [, ...named] = process.argv;
  process.stdout.write(JSON.stringify(bundleRules(named.length > 0 ? named : CLIENT_RULES)));
`;
const bundleSchema = z.strictObject({
  bytes: z.number(),
  packages: z.array(z.string()),
  foreign: z.array(z.string()),
});

const BY_VALUE = /^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)";/gm;

test("the rules of a client add less than 16 kB to an app", () => {
  expect(bundled().bytes).toBeLessThan(MOST_BYTES);
});

test("the rules of a client run on Hermes: without zod, Node or a browser", () => {
  expect(bundled()).toMatchObject({ packages: ["canonicalize"], foreign: [] });
});

test("the device library imports rules and names that run on Hermes", () => {
  const imported = importsOfDevice();
  const { packages, foreign } = bundled(...imported);
  expect({ packages: packages.filter((name) => name !== "canonicalize"), foreign }).toEqual({
    packages: [],
    foreign: [],
  });
});

test.each([
  ["a schema", "contract/wire.ts", { packages: ["zod"], foreign: ["navigator", "File"] }],
  ["Web Crypto", "rules/sha256.ts", { packages: [], foreign: ["crypto"] }],
  ["Node", "db/sync/pack-text.ts", { packages: ["node:zlib"], foreign: [] }],
])("an import that reaches %s is found", (_, file, expected) => {
  const { packages, foreign } = bundled(file);
  expect({ packages, foreign }).toEqual(expected);
});

/** The bundle of some files, or of the rules of a client. */
function bundled(...files: readonly string[]) {
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  const script = ["--input-type=module", "--eval", BUNDLE, ...files];
  const written = execFileSync(process.execPath, script, { cwd, encoding: "utf8" });
  return bundleSchema.parse(JSON.parse(written));
}

/** The files of contract/ and rules/ that a file of device/ imports by value. */
function importsOfDevice(): readonly string[] {
  const files = [...housePaths].filter((path) => /^device\/.*\.ts$/.test(path));
  const imported = files.flatMap((file) =>
    [...textOf(file).matchAll(BY_VALUE)].map(([, to = ""]) => posix.join(posix.dirname(file), to)),
  );
  return [...new Set(imported)].filter((path) => /^(?:contract|rules)\//.test(path)).toSorted();
}
