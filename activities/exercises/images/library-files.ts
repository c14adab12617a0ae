import { IMPORT_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import { ImportRefused } from "./import-refused.ts";

/** The files of a folder or archive, by paths with slashes that never leave it. */
export interface LibraryFiles {
  readonly paths: readonly string[];
  /** @throws ImportRefused FILE_MISSING, FILE_TOO_LARGE, ALL_TOO_LARGE. */
  read(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** True if a path stays below its folder on every operating system. */
export function isInside(path: string): boolean {
  const parts = path.split("/");
  return (
    !path.startsWith("/") &&
    !/[\\:\0]/u.test(path) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/**
 * Counts the bytes read, of one file and of all.
 *
 * @throws ImportRefused FILE_TOO_LARGE, ALL_TOO_LARGE.
 */
export function sizeLimits() {
  let all = 0;
  return (path: string, bytes: number) => {
    if (bytes > IMPORT_LIMITS.fileBytes) throw new ImportRefused("FILE_TOO_LARGE", path);
    all += bytes;
    if (all > IMPORT_LIMITS.allBytes) throw new ImportRefused("ALL_TOO_LARGE", path);
  };
}

/** Archives often contain one enclosing folder; paths are relative to it. */
export function wrappingFolder(paths: readonly string[]): string {
  const folder = `${paths[0]?.split("/")[0] ?? ""}/`;
  return paths.length > 0 && paths.every((path) => path.startsWith(folder)) ? folder : "";
}
