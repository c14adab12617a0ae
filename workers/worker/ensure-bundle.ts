import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBundle } from "./build-bundle.ts";

/**
 * Path of the workflow bundle of the present sources. It is built if missing, so a second start with the same sources
 * takes no time.
 */
export async function ensureBundle(dataDir: string): Promise<string> {
  const directory = join(dataDir, "workflows");
  const path = join(directory, `${sourceHash()}.js`);
  if (existsSync(path)) return path;
  const { code } = await buildBundle();
  await mkdir(directory, { recursive: true });
  // Renamed into place when complete: several workers may start at once.
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, code);
  await rename(draft, path);
  return path;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Floors whose files may be part of the bundle. */
const FLOORS = ["workflows", "rules", "contract"];

/** Bundle and worker must use the same version of the SDK. */
function sourceHash(): string {
  const hash = createHash("sha256").update(sdkVersion());
  for (const file of FLOORS.flatMap(sourceFiles)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 24);
}

function sourceFiles(floor: string): string[] {
  return readdirSync(join(ROOT, floor), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(floor, file))
    .toSorted();
}

function sdkVersion(): string {
  const manifest = createRequire(import.meta.url).resolve("@temporalio/worker/package.json");
  return readFileSync(manifest, "utf8");
}
