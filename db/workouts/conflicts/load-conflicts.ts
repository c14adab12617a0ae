import { sql } from "kysely";
import type {
  WorkoutConflictKind,
  WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { jsonText } from "../../platform/statements/sql-parts.ts";
import type { NamedDrafts } from "../sessions/load-sessions.ts";
import type { WorkoutConflictRefs } from "../workout-conflict.ts";

/**
 * Conflicts of some drafts, oldest first. If an operation replaces another, it loads all open ones of the
 * relationship: the refused draft may have had another id.
 */
export async function loadConflicts(
  executor: QueryExecutor,
  relationshipId: string,
  named: NamedDrafts,
): Promise<readonly DraftConflict[]> {
  const found = named.resubmits
    ? await executor.named(
        "resubmitted-conflicts",
        withReplacements(executor, relationshipId, named),
      )
    : (await executor.named("named-conflicts", ofDrafts(executor, relationshipId, named))).map(
        (conflict) => ({ ...conflict, sentIds: null }),
      );
  return found
    .map((conflict) => ({
      ...conflict,
      sentIds: conflict.sentIds ?? [conflict.refs.clientOperationId],
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** A conflict of a draft, open or ended. */
export interface DraftConflict {
  readonly id: string;
  readonly clientSessionId: string;
  readonly resolution: WorkoutConflictResolution | null;
  /** Lineage of the phone that has the draft. */
  readonly lineageId: string;
  readonly kind: WorkoutConflictKind;
  readonly refs: WorkoutConflictRefs;
  /** The refused operation, and the operations sent to replace it, or each other, before this batch. */
  readonly sentIds: readonly string[];
}

const CONFLICT = [
  "conflict.id",
  "conflict.clientSessionId",
  "conflict.resolution",
  "conflict.lineageId",
  "conflict.kind",
  "conflict.refs",
] as const;

function ofDrafts(
  executor: QueryExecutor,
  relationshipId: string,
  { clientSessionIds }: NamedDrafts,
) {
  return executor.tables
    .selectFrom("workoutConflict as conflict")
    .select(CONFLICT)
    .where("conflict.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("conflict.clientSessionId", "=", fn.any(val(clientSessionIds))));
}

/** A phone has few drafts, and a relationship few open conflicts. */
function withReplacements(
  executor: QueryExecutor,
  relationshipId: string,
  { clientSessionIds }: NamedDrafts,
) {
  return executor.tables
    .withRecursive("sent", (from) =>
      from
        .selectFrom("workoutConflict as open")
        .select(["open.id as conflictId", "open.lineageId"])
        // Operation ids are compared bytewise; both sides of a union need the same collation.
        .select(({ ref }) =>
          sql<string>`${jsonText(ref("open.refs"), "clientOperationId")} collate "C"`.as(
            "operationId",
          ),
        )
        .where("open.relationshipId", "=", relationshipId)
        .where("open.resolvedAt", "is", null)
        .union((again) =>
          again
            .selectFrom("sent")
            .innerJoin("operationReplacement as next", (on) =>
              on
                .onRef("next.lineageId", "=", "sent.lineageId")
                .on("next.relationshipId", "=", relationshipId)
                .onRef("next.clientOperationId", "=", "sent.operationId"),
            )
            .select(["sent.conflictId", "sent.lineageId", "next.replacedBy as operationId"]),
        ),
    )
    .selectFrom("workoutConflict as conflict")
    .select(CONFLICT)
    .select(({ selectFrom }) =>
      selectFrom("sent")
        .select(({ fn }) => fn.agg<string[] | null>("array_agg", ["sent.operationId"]).as("ids"))
        .whereRef("sent.conflictId", "=", "conflict.id")
        .as("sentIds"),
    )
    .where("conflict.relationshipId", "=", relationshipId)
    .where(({ or, eb, fn, val }) =>
      or([
        eb("conflict.clientSessionId", "=", fn.any(val(clientSessionIds))),
        eb("conflict.resolvedAt", "is", null),
      ]),
    );
}
