import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/** Creates a folder if it is missing. Throws FolderUnwritable unless this process can write into it. */
export function requireWritableFolder(path: string, variable: string): void {
  try {
    mkdirSync(path, { recursive: true });
    // Permission bits do not tell what a read-only file system or another user's folder allows.
    rmdirSync(mkdtempSync(join(path, ".probe-")));
  } catch (cause) {
    throw new FolderUnwritable(path, variable, cause);
  }
}

/** Thrown for a folder into which this process cannot write; the message is one line. */
export class FolderUnwritable extends Error {
  constructor(path: string, variable: string, cause: unknown) {
    super(
      `The folder ${path} cannot be written. Make it writable, or set ${variable} to another.`,
      {
        cause,
      },
    );
    this.name = "FolderUnwritable";
  }
}
