import { z } from "zod";
import { IMPORT_LIMITS } from "./image-vocabulary.ts";

const text = z.string().min(1).max(500);
const address = z.url({ protocol: /^https$/ }).max(2_000);

/** Source of pictures, as stated by the importer. */
export const librarySourceSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9][a-z0-9-]{1,62}$/),
  name: text,
  licence: text,
  licenceUrl: address.nullable(),
  homeUrl: address.nullable(),
  evidence: z.string().min(1).max(2_000),
  attribution: text,
});
export type LibrarySource = z.infer<typeof librarySourceSchema>;

/** A picture of an item: its path in the folder or archive, and where it was found. */
const imageSchema = z.strictObject({
  path: z.string().min(1).max(300),
  sourceUrl: address.nullable(),
});

const itemSchema = z.strictObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  equipment: z.string().max(100).nullable(),
  primaryMuscles: z.array(z.string().max(100)).max(20),
  secondaryMuscles: z.array(z.string().max(100)).max(20),
  category: z.string().max(100).nullable(),
  images: z.array(imageSchema).max(IMPORT_LIMITS.imagesOfItem),
});
export type LibraryImportItem = z.infer<typeof itemSchema>;

/** `library.json`: the manifest of a library in our own layout. */
export const libraryManifestSchema = z.strictObject({
  format: z.literal("sideline-image-library/1"),
  version: z.string().min(1).max(100),
  source: librarySourceSchema,
  items: z.array(itemSchema).max(IMPORT_LIMITS.items),
});
export type LibraryManifest = z.infer<typeof libraryManifestSchema>;

/** The fields of a free-exercise-db record that are used; the others are stored with it. */
export const freeExerciseSchema = z.looseObject({
  id: itemSchema.shape.id,
  name: itemSchema.shape.name,
  equipment: itemSchema.shape.equipment,
  primaryMuscles: itemSchema.shape.primaryMuscles,
  secondaryMuscles: itemSchema.shape.secondaryMuscles,
  category: itemSchema.shape.category,
  images: z.array(z.string().min(1).max(300)).max(IMPORT_LIMITS.imagesOfItem),
});
