import { createHash } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { canonicalForm } from "../../../contract/canonical-form.ts";
import { keepLicenceSource } from "../../../db/exercises/images/write-verdict.ts";
import {
  saveLibraryAssets,
  saveLibraryItems,
  saveLibraryRenditions,
  type NewLibraryAsset,
  type NewLibraryItem,
  type NewRendition,
} from "../../../db/exercises/images/save-library-items.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import type { DecodedImage } from "./decoder-answer.ts";
import type { ImageDecoder } from "./image-decoder.ts";
import type { LibraryFiles } from "./library-files.ts";
import { readLibrary, type ReadLibrary } from "./read-library.ts";

/**
 * Imports an image library completely or not at all (docs/rooms/exercises.md#image-libraries). It first reads and
 * decodes everything, then writes in one transaction. A repeated import writes only differences. A new source is
 * HELD: its pictures are shown only after a decision.
 *
 * @throws ImportRefused
 */
export async function importLibrary(
  em: SqlEntityManager,
  files: LibraryFiles,
  decoder: ImageDecoder,
): Promise<ImportedLibrary> {
  const library = await readLibrary(files);
  const decoded = await decodeAll(library, files, decoder);
  const images = library.items.flatMap((item) => item.images);
  const distinct = new Map([...decoded.values()].map((file) => [file.sha256, file]));
  await transact(em, async (tx) => {
    const now = await clockNow(tx);
    await keepLicenceSource(tx, library.source, now);
    await saveLibraryRenditions(tx, [...distinct.values()].flatMap(renditionsOf));
    const itemIds = await saveLibraryItems(tx, itemsOf(library, decoded, now));
    await saveLibraryAssets(tx, assetsOf(library, decoded, now), itemIds);
  });
  return {
    sourceKey: library.source.key,
    version: library.version,
    itemCount: library.items.length,
    imageCount: images.length,
    fileCount: distinct.size,
  };
}

/** The result of an import. */
export interface ImportedLibrary {
  readonly sourceKey: string;
  readonly version: string;
  readonly itemCount: number;
  readonly imageCount: number;
  /** Distinct files: two pictures with one hash count once. */
  readonly fileCount: number;
}

/** A file by its hash, with its decoded renditions. */
interface DecodedFile extends DecodedImage {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The pictures of the library by path; a file that occurs twice is decoded once. */
async function decodeAll(
  library: ReadLibrary,
  files: LibraryFiles,
  decoder: ImageDecoder,
): Promise<ReadonlyMap<string, DecodedFile>> {
  const byPath = new Map<string, DecodedFile>();
  const byHash = new Map<string, DecodedFile>();
  for (const { path } of library.items.flatMap((item) => item.images)) {
    if (byPath.has(path)) continue;
    const bytes = await files.read(path);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const known = byHash.get(sha256);
    const image = known ?? (await decoder.decode(path, bytes));
    const file = { ...image, sha256, sizeBytes: bytes.length };
    byHash.set(sha256, file);
    byPath.set(path, file);
  }
  return byPath;
}

const renditionsOf = ({ sha256, renditions }: DecodedFile): NewRendition[] =>
  renditions.map((rendition) => ({ sha256, ...rendition }));

function itemsOf(
  { source, version, items }: ReadLibrary,
  decoded: ReadonlyMap<string, DecodedFile>,
  now: Date,
): NewLibraryItem[] {
  return items.map(({ id, images, payload, ...content }) => ({
    ...content,
    sourceKey: source.key,
    sourceId: id,
    payload,
    itemHash: hashOf([content, images.map(({ path }) => decoded.get(path)?.sha256 ?? null)]),
    importVersion: version,
    importedAt: now,
  }));
}

function assetsOf(
  { source, items }: ReadLibrary,
  decoded: ReadonlyMap<string, DecodedFile>,
  now: Date,
): NewLibraryAsset[] {
  return items.flatMap(({ id, images }) =>
    images.flatMap(({ path, sourceUrl }, position) => {
      const file = decoded.get(path);
      if (file === undefined) return [];
      const { sha256, sizeBytes, width, height } = file;
      const facts = { sha256, sizeBytes, width, height, position, sourceUrl };
      const origin = { sourceId: id, sourcePath: path, licenceSourceKey: source.key };
      return [{ ...facts, ...origin, importedAt: now }];
    }),
  );
}

const hashOf = (value: unknown) => createHash("sha256").update(canonicalForm(value)).digest("hex");
