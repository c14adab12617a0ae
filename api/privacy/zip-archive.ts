import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file on its way into an archive. */
export interface ArchivedFile {
  /** Its path there, with slashes. */
  readonly name: string;
  readonly modifiedAt: Date;
  /** Opens it, once its turn has come. */
  readonly open: () => Promise<Readable>;
}

/**
 * A ZIP archive, piece by piece, with nothing of a file in memory but the piece that is sent. Files are stored as they
 * are: pictures, films and recordings are compressed by themselves. Where one cannot be read to its end the stream ends
 * with that error: better no end than an archive that has lost something.
 */
export function zipArchive(files: AsyncIterable<ArchivedFile>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream.pipe(new PassThrough());
  let current: Readable | null = null;
  const fail = (error: Error) => archive.destroy(error);
  const openNext = async (open: ArchivedFile["open"]) => {
    current = await open();
    // Of who went away meanwhile nothing is read any more.
    if (archive.destroyed) current.destroy();
    return current.once("error", fail);
  };
  archive.once("close", () => current?.destroy());
  zip.once("error", fail);
  addEach(zip, files, openNext).catch(fail);
  return archive;
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
