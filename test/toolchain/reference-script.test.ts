import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { checkIntegrity } from "../../tools/supply/fetch-reference-script.ts";
import { COMPRESSED_SCRIPT, readReferenceScript } from "../../tools/supply/reference-script.ts";

test("the stored script of the reference page has the checksum and the version of its manifest", () => {
  const manifest = readReferenceScript();
  const script = brotliDecompressSync(readFileSync(COMPRESSED_SCRIPT));
  expect(createHash("sha256").update(script).digest("hex")).toBe(manifest.sha256);
  expect(script.toString("utf8", 0, 1_000)).toContain(`${manifest.package} ${manifest.version}\n`);
});

test("the fetch of the reference page's script refuses an archive of which one byte changed", () => {
  const archive = Buffer.from("an archive");
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  expect(() => checkIntegrity(archive, integrity)).not.toThrow();
  archive[0] = 0;
  expect(() => checkIntegrity(archive, integrity)).toThrow(`expected ${integrity}`);
});
