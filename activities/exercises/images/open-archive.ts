import { buffer } from "node:stream/consumers";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { IMPORT_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import { ImportRefused } from "./import-refused.ts";
import { wrappingFolder, isInside, type LibraryFiles, sizeLimits } from "./library-files.ts";

/**
 * Opens a ZIP archive as a library. Names and sizes are checked before anything is unpacked. An entry that unpacks to
 * more than it declares is cut off: this stops ZIP bombs.
 *
 * @throws ImportRefused NOT_AN_ARCHIVE, PATH_OUTSIDE, TOO_MANY_FILES, FILE_TOO_LARGE, ALL_TOO_LARGE.
 */
export async function openArchive(file: string): Promise<LibraryFiles> {
  const archive = await openZip(file);
  try {
    const entries = await entriesOf(archive);
    const folder = wrappingFolder([...entries.keys()]);
    return {
      paths: [...entries.keys()].map((path) => path.slice(folder.length)).toSorted(),
      async read(path) {
        const entry = entries.get(`${folder}${path}`);
        if (entry === undefined) throw new ImportRefused("FILE_MISSING", path);
        return await unpack(archive, entry);
      },
      close: async () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** The largest ratio of unpacked to packed bytes; pictures hardly compress at all. */
const MOST_RATIO = 200;

async function openZip(file: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
  const opened = Promise.withResolvers<ZipFile>();
  yauzl.open(file, { ...options, decodeStrings: true }, (error, archive) => {
    if (error === null) opened.resolve(archive);
    else opened.reject(new ImportRefused("NOT_AN_ARCHIVE"));
  });
  return await opened.promise;
}

/** The files of an archive by path, after all of them passed the checks. */
async function entriesOf(archive: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const count = sizeLimits();
  const read = Promise.withResolvers<void>();
  archive.on("entry", (entry: Entry) => {
    try {
      if (!entry.fileName.endsWith("/")) keep(entries, entry, count);
      archive.readEntry();
    } catch (error) {
      read.reject(error);
    }
  });
  archive.on("end", read.resolve);
  // The ZIP reader itself refuses escaping names, with its own error.
  archive.on("error", (error: Error) => read.reject(refusedBy(error)));
  archive.readEntry();
  await read.promise;
  return entries;
}

const refusedBy = ({ message }: Error) =>
  new ImportRefused(
    /path|absolute|characters in fileName/iu.test(message) ? "PATH_OUTSIDE" : "NOT_AN_ARCHIVE",
  );

function keep(
  entries: Map<string, Entry>,
  entry: Entry,
  count: (path: string, bytes: number) => void,
): void {
  const { fileName: path, uncompressedSize, compressedSize } = entry;
  if (!isInside(path) || entries.has(path)) throw new ImportRefused("PATH_OUTSIDE", path);
  if (entries.size >= IMPORT_LIMITS.files) throw new ImportRefused("TOO_MANY_FILES");
  count(path, uncompressedSize);
  if (uncompressedSize > MOST_RATIO * Math.max(compressedSize, 1_000))
    throw new ImportRefused("FILE_TOO_LARGE", path);
  entries.set(path, entry);
}

async function unpack(archive: ZipFile, entry: Entry): Promise<Uint8Array> {
  const { fileName: path } = entry;
  const opened = Promise.withResolvers<NodeJS.ReadableStream>();
  archive.openReadStream(entry, (error, stream) => {
    if (error === null) opened.resolve(stream);
    else opened.reject(error);
  });
  try {
    return await buffer(await opened.promise);
  } catch {
    throw new ImportRefused("NOT_AN_ARCHIVE", path);
  }
}
