import type { TaskKind } from "../../../contract/agenda/kinds/task-definitions.ts";
import {
  type FaultKind,
  WITHHELD_DAYS,
  type WithheldSourceType,
} from "../../../contract/agenda/withheld/vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Stores failed occurrences, or further failures of known ones. One statement; the caller has locked the scopes. */
export async function putWithheld(
  tx: Tx,
  rows: readonly WithheldRow[],
  { codeVersion, now, retryAt }: WithheldTry,
): Promise<void> {
  if (rows.length === 0) return;
  await tables(tx)
    .insertInto("withheldOccurrence")
    .columns([...names, "codeVersion", "withheldAt", "triedAt", "retryAt"])
    .expression((from) =>
      from
        .selectFrom(records(rows, COLUMNS).as("row"))
        .select(names.map((name) => `row.${name}` as const))
        .select(({ cast, val }) => [
          val(codeVersion).as("codeVersion"),
          cast<Date>(val(now), "timestamptz").as("withheldAt"),
          cast<Date>(val(now), "timestamptz").as("triedAt"),
          cast<Date>(val(retryAt), "timestamptz").as("retryAt"),
        ])
        .orderBy("row.relationshipId")
        .orderBy("row.localDate")
        .orderBy("row.sourceType")
        .orderBy("row.sourceId"),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["relationshipId", "localDate", "sourceType", "sourceId"])
        .doUpdateSet(({ eb, ref }) => ({
          sourceRevision: ref("excluded.sourceRevision"),
          taskKind: ref("excluded.taskKind"),
          taskId: ref("excluded.taskId"),
          faultKind: ref("excluded.faultKind"),
          faultClass: ref("excluded.faultClass"),
          codeVersion: ref("excluded.codeVersion"),
          triedAt: ref("excluded.triedAt"),
          retryAt: ref("excluded.retryAt"),
          failures: eb("withheldOccurrence.failures", "+", 1),
        })),
    )
    .execute();
}

/** The key of an occurrence: a source on a local day of a relationship. */
export interface OccurrenceKey {
  readonly relationshipId: string;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly sourceType: WithheldSourceType;
  readonly sourceId: string;
}

/** An occurrence that failed individually, with its fault. */
export interface WithheldRow extends OccurrenceKey {
  readonly sourceRevision: number;
  readonly taskKind: TaskKind | null;
  readonly taskId: string | null;
  readonly faultKind: FaultKind;
  readonly faultClass: string;
}

/** The version of the code, the instant of the attempt, and the earliest instant of the next one. */
export interface WithheldTry {
  readonly codeVersion: string;
  readonly now: Date;
  readonly retryAt: Date;
}

/** Deletes rows of occurrences that their day now shows, or that no source has any more. One statement. */
export async function deleteWithheld(tx: Tx, keys: readonly OccurrenceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tables(tx)
    .deleteFrom("withheldOccurrence as withheld")
    .using(records(keys, KEY).as("key"))
    .whereRef("withheld.relationshipId", "=", "key.relationshipId")
    .whereRef("withheld.localDate", "=", "key.localDate")
    .whereRef("withheld.sourceType", "=", "key.sourceType")
    .whereRef("withheld.sourceId", "=", "key.sourceId")
    .execute();
}

/** Marks rows of closed days as given up: they are not retried. One statement. */
export async function giveUpWithheld(tx: Tx, keys: readonly OccurrenceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tables(tx)
    .updateTable("withheldOccurrence as withheld")
    .from(records(keys, KEY).as("key"))
    .set({ retryAt: null })
    .whereRef("withheld.relationshipId", "=", "key.relationshipId")
    .whereRef("withheld.localDate", "=", "key.localDate")
    .whereRef("withheld.sourceType", "=", "key.sourceType")
    .whereRef("withheld.sourceId", "=", "key.sourceId")
    .execute();
}

/** Postpones the next attempt at what is withheld from a relationship, except what was given up. One statement. */
export async function postponeWithheld(
  tx: Tx,
  relationshipId: string,
  { codeVersion, retryAt }: WithheldTry,
): Promise<void> {
  await tables(tx)
    .updateTable("withheldOccurrence")
    .set({ codeVersion, retryAt })
    .where("relationshipId", "=", relationshipId)
    .where("retryAt", "is not", null)
    .execute();
}

/** Deletes rows whose last attempt is so old that no operation on them can arrive any more. @returns how many. */
export const pruneWithheld = deleteOldest(
  "withheldOccurrence",
  ["relationshipId", "localDate", "sourceType", "sourceId"],
  (old) => old.where("triedAt", "<", onceDaysAgo(WITHHELD_DAYS)).orderBy("triedAt"),
);

const KEY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["sourceType", "text"],
  ["sourceId", "uuid"],
] as const;

const COLUMNS = [
  ...KEY,
  ["sourceRevision", "int"],
  ["taskKind", "text"],
  ["taskId", "uuid"],
  ["faultKind", "text"],
  ["faultClass", "text"],
] as const;

const names = COLUMNS.map(([name]) => name);
