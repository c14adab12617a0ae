import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod";
import { COMPRESSED_SCRIPT, MANIFEST, readReferenceScript } from "./reference-script.ts";

/**
 * Fetches the package that the manifest names, extracts its one file, and writes that file and the manifest. Throws if
 * the registry's archive does not have the integrity of the manifest.
 */
export async function fetchReferenceScript(): Promise<void> {
  const manifest = readReferenceScript();
  const folder = mkdtempSync(join(tmpdir(), "reference-script-"));
  try {
    const archive = await download(`${manifest.package}@${manifest.version}`, folder);
    checkIntegrity(readFileSync(archive), manifest.integrity);
    const script = await extract(archive, manifest.file);
    const { license } = Package.parse(JSON.parse(String(await extract(archive, "package.json"))));
    const sha256 = createHash("sha256").update(script).digest("hex");
    writeFileSync(COMPRESSED_SCRIPT, brotliCompressSync(script));
    writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, license, sha256 }, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const Package = z.object({ license: z.string() });
const Packed = z.tuple([z.object({ filename: z.string() })]);
const run = promisify(execFile);

/** Downloads the archive of a package from npm's registry and returns its path. */
async function download(packageVersion: string, folder: string): Promise<string> {
  const args = ["pack", packageVersion, "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", args);
  const [{ filename }] = Packed.parse(JSON.parse(stdout));
  return join(folder, filename);
}

/** Throws if the archive is not the one that the integrity describes. */
export function checkIntegrity(archive: Buffer, integrity: string): void {
  const found = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (found !== integrity) throw new Error(`The archive has ${found}, expected ${integrity}.`);
}

async function extract(archive: string, file: string): Promise<Buffer> {
  const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout } = await run("tar", ["-xzOf", archive, `package/${file}`], options);
  return stdout;
}
