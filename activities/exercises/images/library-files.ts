import { IMPORT_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import { ImportRefused } from "./import-refused.ts";

/** The files of a folder or archive, by paths with slashes that lead nowhere else. */
export interface LibraryFiles {
  readonly paths: readonly string[];
  /** @throws ImportRefused FILE_MISSING, FILE_TOO_LARGE, ALL_TOO_LARGE. */
  read(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Whether a path stays below its folder on every system. */
export function isInside(path: string): boolean {
  const parts = path.split("/");
  return (
    !path.startsWith("/") &&
    !/[\\:\0]/u.test(path) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/** Counts what was read, of one file and of all. @throws ImportRefused FILE_TOO_LARGE, ALL_TOO_LARGE. */
export function sizeLimits() {
  let all = 0;
  return (path: string, bytes: number) => {
    if (bytes > IMPORT_LIMITS.fileBytes) throw new ImportRefused("FILE_TOO_LARGE", path);
    all += bytes;
    if (all > IMPORT_LIMITS.allBytes) throw new ImportRefused("ALL_TOO_LARGE", path);
  };
}

/** Archives often hold one folder with everything: paths are read below it. */
export function wrappingFolder(paths: readonly string[]): string {
  const folder = `${paths[0]?.split("/")[0] ?? ""}/`;
  return paths.length > 0 && paths.every((path) => path.startsWith(folder)) ? folder : "";
}
