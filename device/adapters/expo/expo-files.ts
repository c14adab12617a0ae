import type { ChosenFile, Files } from "../../ports/files.ts";
import { SqlFault } from "../../ports/sql.ts";

/**
 * Files over `expo-file-system`, in a folder of the app's documents. A chosen file is its URI, such as that of
 * `expo-image-picker`, or a `File`.
 *
 * The package has no call that flushes a file to the disk. A part that a power failure left incomplete does not open,
 * and the device reports the file as UNREADABLE.
 *
 * @param folder a folder of its own, not that of the database.
 */
export async function openExpoFiles(fileSystem: ExpoFileSystem, folder: string): Promise<Files> {
  const { File, Directory, Paths } = fileSystem;
  const directory = new Directory(Paths.document, folder);
  directory.create({ intermediates: true, idempotent: true });
  const fileOf = (name: string) => new File(directory, name);
  return {
    async write(name, bytes) {
      const file = fileOf(name);
      try {
        file.create({ overwrite: true });
        await file.write(wholeBuffer(bytes));
      } catch (error) {
        // The error's text is in the language of the phone, so only the room that is left tells the cause.
        if (Paths.availableDiskSpace >= bytes.length + SPARE_BYTES) throw error;
        throw new SqlFault("FULL", "The phone has no room.", { cause: error });
      }
      // Android writes a part of the bytes, without an error, if only they fit.
      if (file.size !== bytes.length) throw new SqlFault("FULL", "The phone wrote only a part.");
    },
    async read(name) {
      const file = fileOf(name);
      return file.exists ? new Uint8Array(await file.bytes()) : null;
    },
    async remove(name) {
      const file = fileOf(name);
      if (file.exists) file.delete();
    },
    names: async () => directory.list().map(({ name }) => name),
    open: async (chosen) => openChosen(typeof chosen === "string" ? new File(chosen) : chosen),
  };
}

/** The part of `expo-file-system` 54 to 58 that the adapter uses: `import * as fileSystem from "expo-file-system"`. */
export interface ExpoFileSystem {
  readonly File: new (first: string | ExpoDirectory, ...names: string[]) => ExpoFile;
  readonly Directory: new (parent: ExpoDirectory, ...names: string[]) => ExpoDirectory;
  readonly Paths: { readonly document: ExpoDirectory; readonly availableDiskSpace: number };
}

/** A file, which may not exist yet. Calls that return at once in older versions return a promise in newer ones. */
export interface ExpoFile {
  readonly name: string;
  readonly exists: boolean;
  readonly size: number | null;
  create(options: { readonly overwrite: boolean }): void;
  write(content: Uint8Array): Promise<void> | void;
  bytes(): Promise<Uint8Array> | Uint8Array;
  delete(): void;
  open(): ExpoFileHandle;
}

/** An open file. */
export interface ExpoFileHandle {
  offset: number | null;
  readBytes(length: number): Promise<Uint8Array> | Uint8Array;
  close(): void;
}

/** A folder, which may not exist yet. */
export interface ExpoDirectory {
  readonly name: string;
  create(options: { readonly intermediates: boolean; readonly idempotent: boolean }): void;
  list(): { readonly name: string }[];
}

/** A file system keeps a little room for itself. */
const SPARE_BYTES = 1024 * 1024;

/** Android takes the whole buffer of a view. */
function wholeBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function openChosen(chosen: unknown): ChosenFile {
  if (!isExpoFile(chosen) || !chosen.exists) throw new TypeError("A chosen file is a file's URI");
  return {
    sizeBytes: chosen.size ?? 0,
    async read(from, to) {
      const handle = chosen.open();
      try {
        handle.offset = from;
        const bytes = new Uint8Array(await handle.readBytes(to - from));
        if (bytes.length < to - from) throw new Error("The chosen file is shorter than before");
        return bytes;
      } finally {
        handle.close();
      }
    },
  };
}

function isExpoFile(value: unknown): value is ExpoFile {
  return typeof value === "object" && value !== null && "exists" in value && "open" in value;
}
