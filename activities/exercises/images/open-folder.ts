import { lstat, readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { IMPORT_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import { ImportRefused } from "./import-refused.ts";
import { type LibraryFiles, sizeLimits } from "./library-files.ts";

/**
 * Opens a folder as a library. A link is refused, because its target is outside the library.
 *
 * @throws ImportRefused TOO_MANY_FILES, PATH_OUTSIDE for a link.
 */
export async function openFolder(directory: string): Promise<LibraryFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (entry.isSymbolicLink()) throw new ImportRefused("PATH_OUTSIDE", path);
    if (entry.isFile()) paths.push(path);
  }
  if (paths.length > IMPORT_LIMITS.files) throw new ImportRefused("TOO_MANY_FILES");
  const known = new Set(paths);
  const count = sizeLimits();
  return {
    paths: paths.toSorted(),
    async read(path) {
      if (!known.has(path)) throw new ImportRefused("FILE_MISSING", path);
      const full = join(directory, path);
      count(path, (await lstat(full)).size);
      return await readFile(full);
    },
    close: async () => {},
  };
}
