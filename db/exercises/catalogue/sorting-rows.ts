import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { type SortedKeys, sortedColumns } from "./put-provider-exercises.ts";

/** A decision on a label, by its row and revision. */
export type LabelRevision = { readonly labelId: string; readonly revision: number };

/** Decisions not yet applied to exercises, oldest label first. */
export async function listUnsorted(tx: Tx, limit: number) {
  return await tables(tx)
    .selectFrom("taxonomyLabel")
    .whereRef("sortedRevision", "<", "revision")
    .orderBy("providerKey")
    .orderBy("id")
    .select(["id as labelId", "revision", "providerKey"])
    .limit(limit)
    .execute();
}

/** Marks decisions as applied to exercises; one that changed meanwhile stays pending. */
export async function markSorted(tx: Tx, decided: readonly LabelRevision[]): Promise<void> {
  if (decided.length === 0) return;
  await tables(tx)
    .updateTable("taxonomyLabel")
    .set(({ ref }) => ({ sortedRevision: ref("revision") }))
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("id", "revision"),
        "in",
        decided.map(({ labelId, revision }) => tuple(labelId, revision)),
      ),
    )
    .execute();
}

/** A page of a provider's exercises, ordered by id, with the columns that decide their position in the taxonomy. */
export async function listSortable(
  tx: Tx,
  {
    providerKey,
    after,
    limit,
  }: { readonly providerKey: string; readonly after: string | null; readonly limit: number },
) {
  return await tables(tx)
    .selectFrom("exercise")
    .where("providerKey", "=", providerKey)
    .$if(after !== null, (page) => page.where("id", ">", after ?? ""))
    .orderBy("id")
    .select(["id", "status", "title", "translations", "description", "hasVideo"])
    .select(["providerLabels", "muscleGroups", "secondaryMuscleGroups", "equipment"])
    .select(["exerciseTypes", "difficulty"])
    .limit(limit)
    .execute();
}

/** The new position of an exercise in the taxonomy. */
export type SortedRow = {
  readonly id: string;
  readonly status: ExerciseStatus;
  readonly keys: SortedKeys;
  readonly parts: SearchParts;
};

/** Stores the new position of an exercise; its content stays. */
export async function writeSorted(tx: Tx, row: SortedRow, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("exercise")
    .set(({ eb }) => ({
      ...sortedColumns(row.keys, row.parts),
      status: row.status,
      revision: eb("revision", "+", 1),
      updatedAt: now,
    }))
    .where("id", "=", row.id)
    .execute();
}
