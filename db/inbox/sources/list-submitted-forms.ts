import type { SubmittedForm } from "../../../rules/inbox/sources/form-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { newsSince, type SourceQuery, unresolvedSources } from "./source-query.ts";

/** Forms submitted recently, or to which an unresolved task refers. */
export async function listSubmittedForms(
  executor: QueryExecutor,
  query: SourceQuery,
): Promise<readonly SubmittedForm[]> {
  return await executor.tables
    .selectFrom("formSubmission as form")
    .where("form.relationshipId", "=", anyOf(query.relationshipIds))
    .where((form) =>
      form.or([
        form("form.submittedAt", ">", newsSince(query)),
        form("form.id", "in", unresolvedSources(executor, query)),
      ]),
    )
    .select(["form.relationshipId", "form.assignmentId", "form.id as submissionId"])
    .select("form.submittedAt")
    .execute();
}
