import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { type SortedKeys, sortedColumns } from "./exercise-writes.ts";

/** A decision on a label: the row and the revision that says so. */
export type LabelRevision = { readonly labelId: string; readonly revision: number };

/** Decisions by which no exercise was sorted yet, the oldest label first. */
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

/** Notes that exercises are sorted by decisions; one that was changed meanwhile is still to come. */
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

/** Exercises of a provider with all that where they stand follows from, by id. */
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

/** Where an exercise stands from now on. */
export type SortedRow = {
  readonly id: string;
  readonly status: ExerciseStatus;
  readonly keys: SortedKeys;
  readonly parts: SearchParts;
};

/** Puts an exercise where it stands from now on; what it says stays. */
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
