import * as z from "zod";
import { IMPORT_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import {
  freeExerciseSchema,
  type LibraryImportItem,
  libraryManifestSchema,
  type LibrarySource,
} from "../../../contract/exercises/library-schema.ts";
import { ImportRefused } from "./import-refused.ts";
import type { LibraryFiles } from "./library-files.ts";

/** A library to import: its pictures are listed, but not read yet. */
export interface ReadLibrary {
  readonly source: LibrarySource;
  readonly version: string;
  readonly items: readonly (LibraryImportItem & {
    /** The record exactly as in the library. */
    readonly payload: Readonly<Record<string, unknown>>;
  })[];
}

/** File of our own layout that names the source and the pictures of each item. */
const MANIFEST = "library.json";
/** All records in one file, as free-exercise-db builds them; otherwise each record has its own file. */
const ALL_RECORDS = "dist/exercises.json";
const RECORDS = "exercises/";

/** How free-exercise-db describes itself. Its photographs are shown only after an administrator decides so. */
const FREE_EXERCISE_DB: LibrarySource = {
  key: "free-exercise-db",
  name: "free-exercise-db",
  licence: "Unlicense",
  licenceUrl: "https://github.com/yuhonas/free-exercise-db/blob/main/UNLICENSE",
  homeUrl: "https://github.com/yuhonas/free-exercise-db",
  evidence:
    "The repository is dedicated to the public domain. Where its photographs come from is not documented there.",
  attribution: "Pictures: free-exercise-db",
};

/**
 * Reads the contents list of a folder or archive, in either layout.
 *
 * @throws ImportRefused MANIFEST_MISSING, MANIFEST_MALFORMED, ITEM_TWICE, and what reading a file does.
 */
export async function readLibrary(files: LibraryFiles): Promise<ReadLibrary> {
  const library = files.paths.includes(MANIFEST)
    ? await readManifest(files)
    : await readFreeExercises(files);
  const ids = new Set<string>();
  for (const { id } of library.items) {
    if (ids.has(id)) throw new ImportRefused("ITEM_TWICE", id);
    ids.add(id);
  }
  return library;
}

async function readManifest(files: LibraryFiles): Promise<ReadLibrary> {
  const manifest = await readJson(files, MANIFEST, libraryManifestSchema);
  const { source, version } = manifest;
  return { source, version, items: manifest.items.map((item) => ({ ...item, payload: item })) };
}

async function readFreeExercises(files: LibraryFiles): Promise<ReadLibrary> {
  const records = await readRecords(files);
  if (records.length === 0) throw new ImportRefused("MANIFEST_MISSING");
  const items = records.map((record) => ({
    id: record.id,
    name: record.name,
    equipment: record.equipment,
    primaryMuscles: record.primaryMuscles,
    secondaryMuscles: record.secondaryMuscles,
    category: record.category,
    images: record.images.map((path) => ({ path: `${RECORDS}${path}`, sourceUrl: null })),
    payload: record,
  }));
  return { source: FREE_EXERCISE_DB, version: `${records.length} records`, items };
}

async function readRecords(files: LibraryFiles) {
  if (files.paths.includes(ALL_RECORDS))
    return await readJson(files, ALL_RECORDS, z.array(freeExerciseSchema).max(IMPORT_LIMITS.items));
  const paths = files.paths.filter((path) => /^exercises\/[^/]+\.json$/u.test(path));
  const records = [];
  for (const path of paths) records.push(await readJson(files, path, freeExerciseSchema));
  return records;
}

async function readJson<Value>(
  files: LibraryFiles,
  path: string,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const bytes = await files.read(path);
  try {
    return schema.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new ImportRefused("MANIFEST_MALFORMED", path);
  }
}
