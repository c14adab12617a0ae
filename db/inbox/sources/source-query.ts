import type { SourceKind } from "../../../contract/inbox/source-vocabulary.ts";
import { UNRESOLVED_STATUSES } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";

/** Selects the rows of a source. Each source is one statement, whatever the number of relationships. */
export interface SourceQuery {
  readonly relationshipIds: readonly string[];
  readonly now: Date;
  /** First local day of occurrences that count one by one; earlier ones may be read to count others. */
  readonly from: string;
  /** For messages, the only conversation; null for all. */
  readonly conversationId: string | null;
}

/** Sources older than this open no task; they count only while an unresolved task refers to them. */
export function newsSince({ now }: SourceQuery): Date {
  return new Date(now.getTime() - NEWS_MS);
}

const NEWS_MS = 30 * 86_400_000;

/** Keys of the occurrences of a kind that unresolved tasks cover. */
export function openOccurrences(
  executor: QueryExecutor,
  { relationshipIds }: SourceQuery,
  kind: SourceKind,
) {
  return executor.tables
    .selectFrom("coachTask as unresolved")
    .innerJoin("coachTaskOccurrence as open", "open.taskId", "unresolved.id")
    .where("unresolved.relationshipId", "=", anyOf(relationshipIds))
    .where("unresolved.status", "in", [...UNRESOLVED_STATUSES])
    .where("unresolved.sourceKind", "=", kind)
    .select("open.occurrenceKey");
}

/** Ids of the sources to which unresolved tasks refer. */
export function unresolvedSources(executor: QueryExecutor, { relationshipIds }: SourceQuery) {
  return executor.tables
    .selectFrom("coachTask as unresolved")
    .where("unresolved.relationshipId", "=", anyOf(relationshipIds))
    .where("unresolved.status", "in", [...UNRESOLVED_STATUSES])
    .select("unresolved.sourceId");
}
