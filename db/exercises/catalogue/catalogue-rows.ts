import { expressionBuilder } from "kysely";
import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import { TAXONOMY_TYPES } from "../../../contract/exercises/vocabulary.ts";
import type { DecidedLabel } from "../../../rules/exercises/catalogue/sort-exercise.ts";
import { newId } from "../../platform/new-id.ts";
import { sortedBy } from "../../platform/statements/records.ts";
import { json, textRows } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Inserts missing nodes of the taxonomy; existing ones stay unchanged. */
export async function ensureTaxonomy(tx: Tx, now: Date): Promise<void> {
  const rows = TAXONOMY_TYPES.flatMap((taxonomyType) =>
    TAXONOMY_SEED[taxonomyType].map(({ key, en, de }, position) => ({
      taxonomyType,
      key,
      labels: json({ en, de }),
      position,
      createdAt: now,
    })),
  );
  await tables(tx)
    .insertInto("taxonomyNode")
    .values(sortedBy(rows, ({ taxonomyType, key }) => `${taxonomyType} ${key}`))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Locks a provider's catalogue until the transaction ends. Everything that sorts, imports or retires its exercises
 * takes this lock, so that none of them uses data that another is changing.
 */
export async function lockCatalogue(tx: Tx, providerKey: string): Promise<void> {
  await tables(tx)
    .selectFrom("providerIntegration")
    .where("providerKey", "=", providerKey)
    .select("providerKey")
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores new labels of a provider; decisions on known labels stay. */
export async function putLabels(
  tx: Tx,
  { providerKey, labels, now }: { providerKey: string; labels: readonly DecidedLabel[]; now: Date },
): Promise<void> {
  if (labels.length === 0) return;
  const unseen = {
    revision: 1,
    sortedRevision: 1,
    firstSeenAt: now,
    decidedBy: null,
    decidedAt: null,
  };
  const rows = labels.map((label) => ({ ...label, ...unseen, id: newId(), providerKey }));
  await tables(tx)
    .insertInto("taxonomyLabel")
    .values(sortedBy(rows, ({ taxonomyType, label }) => `${taxonomyType} ${label}`))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** All decided labels of a provider. */
export async function listDecidedLabels(tx: Tx, providerKey: string): Promise<DecidedLabel[]> {
  return await tables(tx)
    .selectFrom("taxonomyLabel")
    .select(["taxonomyType", "label", "decision", "nodeKey"])
    .where("providerKey", "=", providerKey)
    .execute();
}

/** A known item, by the provider's id. */
export type KnownItem = {
  readonly id: string;
  readonly providerExerciseId: string | null;
  readonly contentHash: string | null;
  readonly status: string;
};

/** The known ones of these items of a provider. */
export async function listKnownItems(
  tx: Tx,
  providerKey: string,
  ids: readonly string[],
): Promise<KnownItem[]> {
  return await tables(tx)
    .selectFrom("exercise")
    .select(["id", "providerExerciseId", "contentHash", "status"])
    .where("providerKey", "=", providerKey)
    .where(({ eb, fn, val }) => eb("providerExerciseId", "=", fn.any(val(ids))))
    .execute();
}

/** How many of these items a run has not seen on an earlier page. */
export async function countUnseen(tx: Tx, runId: string, ids: readonly string[]): Promise<number> {
  const row = await tables(tx)
    .selectFrom(textRows(ids).as("asked"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("cataloguePage")
            .select("page")
            .where("runId", "=", runId)
            .where(({ eb, fn }) => eb("asked.value", "=", fn.any("providerExerciseIds"))),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Counts, for each item of a provider, the consecutive complete readings without it; an item that the run saw starts
 * again at zero.
 *
 * @returns how many have been missing at least twice, and how many items there are.
 */
export async function countMissing(
  tx: Tx,
  { providerKey, runId }: { providerKey: string; runId: string },
): Promise<{ readonly missing: number; readonly all: number }> {
  const { exists, selectFrom } = expressionBuilder<Tables, "exercise">();
  const wasSeen = exists(
    selectFrom("cataloguePage as seen")
      .select("seen.page")
      .where("seen.runId", "=", runId)
      .where(({ eb, fn }) =>
        eb("exercise.providerExerciseId", "=", fn.any("seen.providerExerciseIds")),
      ),
  );
  await tables(tx)
    .updateTable("exercise")
    .set({ missingRuns: 0 })
    .where("providerKey", "=", providerKey)
    .where("missingRuns", ">", 0)
    .where(wasSeen)
    .execute();
  await tables(tx)
    .updateTable("exercise")
    .set(({ eb }) => ({ missingRuns: eb("missingRuns", "+", 1) }))
    .where("providerKey", "=", providerKey)
    .where("status", "<>", "RETIRED")
    .where(({ not }) => not(wasSeen))
    .execute();
  const row = await tables(tx)
    .selectFrom("exercise")
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.countAll<number>().filterWhere("missingRuns", ">=", MISSING_RUNS).as("missing"),
    ])
    .where("providerKey", "=", providerKey)
    .where("status", "<>", "RETIRED")
    .executeTakeFirstOrThrow();
  return row;
}

/** An item counts as gone after this many consecutive complete readings without it. */
const MISSING_RUNS = 2;

/** Retires items that have been missing long enough: search no longer finds them, but references still show them. */
export async function retireMissing(tx: Tx, providerKey: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable("exercise")
    .set(({ eb }) => ({
      status: "RETIRED" as const,
      retiredAt: now,
      updatedAt: now,
      revision: eb("revision", "+", 1),
    }))
    .where("providerKey", "=", providerKey)
    .where("status", "<>", "RETIRED")
    .where("missingRuns", ">=", MISSING_RUNS)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
