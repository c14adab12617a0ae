import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { CatalogueRun } from "../../../../db/exercises/catalogue/catalogue-run.ts";
import { TaxonomyLabel } from "../../../../db/exercises/catalogue/taxonomy-label.ts";
import { MADE_UP_PROVIDER, putMadeUpProvider } from "../../exercises/put-exercises.ts";

/** Labels and catalogue readings belong to nobody, so all principals name the same. */
export const MATRIX_TAXONOMY = {
  labelId: "019a0000-0000-7000-8000-0000000000b1",
  runId: "019a0000-0000-7000-8000-0000000000b2",
} as const;

/** Stores an unreviewed label, and a catalogue reading that withheld the exercises that had vanished. */
export async function storeMatrixTaxonomy(em: SqlEntityManager): Promise<void> {
  await putMadeUpProvider(em);
  const fork = em.fork();
  fork.create(TaxonomyLabel, {
    id: MATRIX_TAXONOMY.labelId,
    providerKey: MADE_UP_PROVIDER,
    taxonomyType: "exercise_type",
    label: "aqua",
    decision: "UNMAPPED",
    nodeKey: null,
    revision: 1,
    sortedRevision: 1,
    firstSeenAt: new Date(),
    decidedBy: null,
    decidedAt: null,
  });
  fork.create(CatalogueRun, undecidedRun(MATRIX_TAXONOMY.runId));
  await fork.flush();
}

/** A reading of the made-up provider's catalogue in which 30 exercises had vanished. */
export function undecidedRun(id: string) {
  const now = new Date();
  const counts = { pages: 1, announced: 70, seen: 70, added: 0, changed: 0, held: 0, retired: 0 };
  return {
    ...counts,
    id,
    providerKey: MADE_UP_PROVIDER,
    kind: "REFRESH" as const,
    state: "RETIRE_HELD" as const,
    nextPage: null,
    retireHeld: 30,
    leftOut: 0,
    leftOutItems: [],
    retireDecidedBy: null,
    retireDecidedAt: null,
    failureCode: null,
    startedAt: now,
    finishedAt: now,
  };
}
