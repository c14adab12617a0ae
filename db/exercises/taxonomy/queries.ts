import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import type { LabelDecision, TaxonomyType } from "../../../contract/exercises/vocabulary.ts";
import { instantText, listsText } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";

/** Selects a page of labels. */
export interface LabelPage {
  readonly decisions: readonly LabelDecision[] | null;
  readonly taxonomyType: TaxonomyType | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Labels of providers with their meanings, in the order in which they first appeared. */
export async function listLabels(em: SqlEntityManager, page: LabelPage) {
  const { decisions, taxonomyType, after } = page;
  return await labels(em)
    .$if(decisions !== null, (query) => query.where("decision", "in", [...(decisions ?? [])]))
    .$if(taxonomyType !== null, (query) => query.where("taxonomyType", "=", taxonomyType))
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(page.limit)
    .execute();
}

/** One label. @throws Error if there is none. */
export async function getLabel(em: SqlEntityManager, labelId: string) {
  return await labels(em).where("id", "=", labelId).executeTakeFirstOrThrow();
}

/** All nodes of the taxonomy. */
export async function listNodes(em: SqlEntityManager) {
  return await tables(em)
    .selectFrom("taxonomyNode")
    .select(["taxonomyType", "key", "labels"])
    .orderBy("taxonomyType")
    .orderBy("position")
    .execute();
}

/** Readings of catalogues, newest first. */
export async function listRuns(
  em: SqlEntityManager,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) {
  return await runs(em)
    .$if(after !== null, (query) => query.where("id", "<", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** One reading. @throws Error if there is none. */
export async function getRun(em: SqlEntityManager, runId: string) {
  return await runs(em).where("id", "=", runId).executeTakeFirstOrThrow();
}

function labels(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("taxonomyLabel")
    .select(["id as labelId", "providerKey", "taxonomyType", "label", "decision", "nodeKey"])
    .select("revision")
    .select((from) => [
      from("sortedRevision", "=", from.ref("revision")).as("isApplied"),
      withheldByLabel(from).as("heldCount"),
      instantText(from.ref("firstSeenAt")).as("firstSeenAt"),
      instantText(from.ref("decidedAt")).as("decidedAt"),
    ]);
}

/** Exercises with this label that are held back; only labels of type do that. */
function withheldByLabel(from: ExpressionBuilder<Tables, "taxonomyLabel">) {
  return from
    .selectFrom("exercise")
    .whereRef("exercise.providerKey", "=", "taxonomyLabel.providerKey")
    .where("exercise.status", "=", "HELD")
    .where("taxonomyLabel.taxonomyType", "=", "exercise_type")
    .where(({ ref }) =>
      listsText(ref("exercise.providerLabels"), "exerciseTypes", ref("taxonomyLabel.label")),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"));
}

function runs(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("catalogueRun")
    .select(["id as runId", "providerKey", "kind", "state", "pages", "announced", "seen"])
    .select(["added", "changed", "held", "retired", "retireHeld", "failureCode"])
    .select(["leftOut", "leftOutItems"])
    .select(({ ref }) => [
      instantText(ref("startedAt")).as("startedAt"),
      instantText(ref("finishedAt")).as("finishedAt"),
      instantText(ref("retireDecidedAt")).as("retireDecidedAt"),
    ]);
}
