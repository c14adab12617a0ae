import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { checkIntegrity } from "../../tools/supply/fetch-stored-scripts.ts";
import { readStoredScripts } from "../../tools/supply/stored-scripts.ts";

test.each(readStoredScripts())(
  "the stored script of $package has the checksum of its manifest",
  (stored) => {
    const script = brotliDecompressSync(readFileSync(stored.compressed));
    expect(createHash("sha256").update(script).digest("hex")).toBe(stored.sha256);
  },
);

test("the fetch of a script refuses an archive of which one byte changed", () => {
  const archive = Buffer.from("an archive");
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  expect(() => checkIntegrity(archive, integrity)).not.toThrow();
  archive[0] = 0;
  expect(() => checkIntegrity(archive, integrity)).toThrow(`expected ${integrity}`);
});
