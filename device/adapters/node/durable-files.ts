import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file that only its owner can read; after a crash it has its old or its new content. The calls block, so that
 * two writers in one process never share the temporary file.
 */
export function replaceFile(path: string, content: Uint8Array): void {
  renameSync(writeBeside(path, content), path);
  syncFolderOf(path);
}

/** Like `replaceFile`, but an existing file stays as it is. */
export function createFile(path: string, content: Uint8Array): void {
  const written = writeBeside(path, content);
  try {
    linkSync(written, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(written);
  }
  syncFolderOf(path);
}

/** Removes a file and the temporary file that a crash left, durably. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
  rmSync(pathBeside(path), { force: true });
  syncFolderOf(path);
}

function writeBeside(path: string, content: Uint8Array): string {
  const beside = pathBeside(path);
  const file = openSync(beside, "w", 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return beside;
}

const pathBeside = (path: string) => `${path}.new`;

function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
