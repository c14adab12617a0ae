import { readFileSync } from "node:fs";
import * as z from "zod";

/** Reads which file of which package the API's reference page runs, from `api/openapi/scalar.json`. */
export function readReferenceScript(): ReferenceScript {
  return ReferenceScript.parse(JSON.parse(readFileSync(MANIFEST, "utf8")));
}

export const MANIFEST = new URL("../../api/openapi/scalar.json", import.meta.url);

/** The script as the API reads it, compressed by Brotli. */
export const COMPRESSED_SCRIPT = new URL("../../api/openapi/scalar.js.br", import.meta.url);

const ReferenceScript = z.strictObject({
  package: z.string(),
  version: z.string(),
  license: z.string(),
  /** Hash of the package's archive, as npm writes it. */
  integrity: z.string().regex(/^sha512-/),
  /** Path in the package. */
  file: z.string(),
  /** Hash of the published file, in hex. */
  sha256: z.string(),
});
export type ReferenceScript = z.infer<typeof ReferenceScript>;
