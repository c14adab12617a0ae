import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod";
import { readStoredScripts, type StoredScript } from "./stored-scripts.ts";

/**
 * Fetches the packages that the manifests name, extracts their one file, and writes that file and the manifest. Throws
 * if the registry's archive does not have the integrity of the manifest.
 */
export async function fetchStoredScripts(): Promise<void> {
  for (const script of readStoredScripts()) await fetchStoredScript(script);
}

async function fetchStoredScript({ manifest, compressed, ...pinned }: StoredScript): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stored-script-"));
  try {
    const archive = await download(`${pinned.package}@${pinned.version}`, folder);
    checkIntegrity(readFileSync(archive), pinned.integrity);
    const script = await extract(archive, pinned.file);
    const { license } = Package.parse(JSON.parse(String(await extract(archive, "package.json"))));
    const sha256 = createHash("sha256").update(script).digest("hex");
    writeFileSync(compressed, brotliCompressSync(script));
    writeFileSync(manifest, `${JSON.stringify({ ...pinned, license, sha256 }, null, 2)}\n`);
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
