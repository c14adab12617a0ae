import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { buildDeclarations, ENTRIES } from "./build-declarations.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const run = promisify(execFile);

/**
 * Packs the device library: one file of code per entry, the declarations, README and licence.
 *
 * @returns the path of the tarball in the folder.
 */
export async function packDevice(target: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sideline-device-"));
  try {
    const [declarations] = await Promise.all([buildDeclarations(), bundle(folder)]);
    for (const [file, text] of declarations) {
      const at = path.join(folder, "types", file);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, text);
    }
    for (const file of ["device/package.json", "device/README.md", "LICENSE"])
      await cp(path.join(ROOT, file), path.join(folder, path.basename(file)));
    await mkdir(target, { recursive: true });
    const { stdout } = await run("npm", ["pack", "--pack-destination", target], { cwd: folder });
    return path.join(target, stdout.trim().split("\n").at(-1) ?? "");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The code that entries share is one chunk, so that both know the same classes. */
async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: ENTRIES.map((entry) => path.join(ROOT, entry)),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*", "react", "@sqlite.org/sqlite-wasm"],
    logLevel: "error",
  });
}
