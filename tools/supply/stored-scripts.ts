import { readFileSync } from "node:fs";
import * as z from "zod";

/** Reads the manifests of the scripts of other authors that our pages run. Each lies beside its script. */
export function readStoredScripts(): readonly StoredScript[] {
  return STORED.map(({ manifest, compressed }) => ({
    manifest,
    compressed,
    ...ScriptManifest.parse(JSON.parse(readFileSync(manifest, "utf8"))),
  }));
}

/** The API's reference, and the QR code of an invitation's link. */
const STORED = ["openapi/scalar", "pages/browser/lean-qr"].map((path) => ({
  manifest: new URL(`../../api/${path}.json`, import.meta.url),
  /** The script as the API reads it, compressed by Brotli. */
  compressed: new URL(`../../api/${path}.js.br`, import.meta.url),
}));

const ScriptManifest = z.strictObject({
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
/** One file of a package of npm's registry, pinned by version and hashes. */
export type ScriptManifest = z.infer<typeof ScriptManifest>;

/** A manifest with the places of both files. */
export type StoredScript = ScriptManifest & (typeof STORED)[number];
