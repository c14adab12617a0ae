import type { SubmittedForm } from "../../../rules/inbox/sources/form-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { newsSince, openOccurrences, type SourceQuery } from "./source-query.ts";

/** Forms submitted recently, or that an unresolved task covers, oldest first. */
export async function listSubmittedForms(
  executor: QueryExecutor,
  query: SourceQuery,
): Promise<readonly SubmittedForm[]> {
  return await executor.tables
    .selectFrom("formSubmission as form")
    .innerJoin("formAssignment as assigned", "assigned.id", "form.assignmentId")
    .leftJoin("agendaTask as checkIn", (join) =>
      join
        .onRef("checkIn.id", "=", "assigned.sourceId")
        .on("assigned.sourceType", "=", "CHECK_IN")
        .on("checkIn.sourceType", "=", "PLAN_ASSIGNMENT"),
    )
    .where("form.relationshipId", "=", anyOf(query.relationshipIds))
    .where((form) =>
      form.or([
        form("form.submittedAt", ">", newsSince(query)),
        form(form.cast<string>("form.id", "text"), "in", openOccurrences(executor, query, "FORM")),
      ]),
    )
    .select(["form.relationshipId", "form.id as submissionId", "form.submittedAt"])
    .select(({ fn }) => fn.coalesce("checkIn.sourceId", "form.assignmentId").as("caseId"))
    .orderBy("form.submittedAt")
    .orderBy("form.id")
    .execute();
}
