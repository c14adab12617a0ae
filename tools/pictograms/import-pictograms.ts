import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { decideLicence } from "../../activities/exercises/images/decide-licence.ts";
import { openImageDecoder } from "../../activities/exercises/images/image-decoder.ts";
import { importLibrary } from "../../activities/exercises/images/import-library.ts";
import { LibraryItem } from "../../db/exercises/images/library-item.ts";
import { getLicenceSource } from "../../db/exercises/images/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { pictogramFiles, PICTOGRAMS } from "./pictogram-library.ts";

/**
 * Imports our own pictograms and permits showing them unless somebody decided otherwise. A stack that has this
 * version is left unchanged.
 *
 * @returns the number of imported items.
 */
export async function importPictograms(em: SqlEntityManager): Promise<number> {
  const { version, source } = PICTOGRAMS;
  const known = { sourceKey: source.key, importVersion: version };
  const isThere = (await em.fork().count(LibraryItem, known)) > 0;
  const itemCount = isThere ? 0 : await bring(em);
  const { verdict, revision: expectedRevision } = await getLicenceSource(em.fork(), source.key);
  if (verdict !== "HELD") return itemCount;
  const deed = { sourceKey: source.key, verdict: "SHOWN", expectedRevision } as const;
  const by = { reason: source.evidence, decidedBy: "operator", requestId: null };
  await transact(em, (tx) => decideLicence(tx, { ...deed, ...by }));
  return itemCount;
}

async function bring(em: SqlEntityManager): Promise<number> {
  const decoder = openImageDecoder();
  try {
    return (await importLibrary(em, pictogramFiles, decoder)).itemCount;
  } finally {
    decoder.close();
  }
}
