import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/**
 * A ZIP archive as a stream; only the present chunk of a file is in memory. Files are stored uncompressed: pictures,
 * films and recordings are compressed already. If one cannot be read to its end, the stream fails: a broken download
 * is better than an archive with a missing part.
 */
export function zipArchive(files: AsyncIterable<ArchivedFile>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream.pipe(new PassThrough());
  let current: Readable | null = null;
  const fail = (error: Error) => archive.destroy(error);
  const openNext = async (open: ArchivedFile["open"]) => {
    current = await open();
    // After a disconnect nothing more is read.
    if (archive.destroyed) current.destroy();
    return current.once("error", fail);
  };
  archive.once("close", () => current?.destroy());
  zip.once("error", fail);
  addEach(zip, files, openNext).catch(fail);
  return archive;
}

/** A file to add to an archive. */
export interface ArchivedFile {
  /** Its path in the archive, with slashes. */
  readonly name: string;
  readonly modifiedAt: Date;
  /** Opens it when it is next. */
  readonly open: () => Promise<Readable>;
}

async function addEach(
  zip: ZipFile,
  files: AsyncIterable<ArchivedFile>,
  openNext: (open: ArchivedFile["open"]) => Promise<Readable>,
): Promise<void> {
  for await (const { name, modifiedAt: mtime, open } of files) {
    zip.addReadStreamLazy(name, { mtime, compress: false }, (give) => {
      openNext(open).then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
}
