import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";

/**
 * Checks an unpacked cluster against the manifest of its backup: every file, by size and SHA-256. The server checks
 * the log when it replays it.
 *
 * @returns the number of files.
 * @throws Error naming the first file that differs from the backup.
 */
export async function checkManifest(manifest: string, folder: string): Promise<number> {
  const text = await readFile(manifest, "utf8");
  const read = Manifest.parse(JSON.parse(text));
  // The last line has the checksum of everything before it.
  const covered = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  const own = createHash("sha256").update(covered).digest("hex");
  if (own !== read["Manifest-Checksum"]) throw new Error("The manifest of the backup is damaged.");
  for (const { Path: path, Size: size, Checksum: checksum } of read.Files) {
    const file = join(folder, path);
    const found = await stat(file).catch(() => null);
    if (found?.size !== size || (await sha256Of(file)) !== checksum)
      throw new Error(`${path} differs from the backup.`);
  }
  return read.Files.length;
}

const Manifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.number(),
      "Checksum-Algorithm": z.literal("SHA256"),
      Checksum: z.string(),
    }),
  ),
  "Manifest-Checksum": z.string(),
});

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
