import { records } from "../platform/statements/records.ts";
import { anyOf, holds, jsonObject } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { RelationshipDay } from "./queries.ts";

/**
 * The open forms that coaches assigned to some relationships, and those withdrawn since an instant, each with its
 * day. Forms withheld from their day are omitted. One statement.
 */
export async function listGivenForms(
  tx: Tx,
  presentDays: readonly (RelationshipDay & { readonly timezone: string })[],
  { cancelledFrom, codeVersion, formAssignmentIds }: GivenChoice,
) {
  const given = tables(tx)
    .selectFrom(records(presentDays, DAY).as("day"))
    .innerJoin("formAssignment as form", "form.relationshipId", "day.relationshipId")
    .innerJoin("formVersion as version", "version.id", "form.formVersionId")
    .innerJoin("relationship", "relationship.id", "day.relationshipId")
    .leftJoin("withheldOccurrence as withheld", (join) =>
      join
        .onRef("withheld.relationshipId", "=", "day.relationshipId")
        .onRef("withheld.localDate", "=", "day.localDate")
        .on("withheld.sourceType", "=", "FORM_ASSIGNMENT")
        .onRef("withheld.sourceId", "=", "form.id"),
    )
    .select(["day.relationshipId", "day.localDate", "day.timezone", "relationship.workspaceId"])
    .select(["form.id as formAssignmentId", "form.status", "form.dueAt"])
    .select(["version.id as formVersionId", "version.formId", "version.version", "version.title"])
    .select(({ fn }) =>
      fn<boolean>("form_requires_answers", ["version.content"]).as("requiresAnswers"),
    )
    .select(({ eb }) => holds(eb("withheld.sourceId", "is not", null)).as("isRetried"))
    .select(({ selectFrom }) =>
      selectFrom("agendaTask as task")
        .select(({ ref }) =>
          jsonObject({
            id: ref("task.id"),
            localDate: ref("task.localDate"),
            status: ref("task.status"),
            revision: ref("task.revision"),
          }).as("json"),
        )
        .whereRef("task.sourceId", "=", "form.id")
        .where("task.sourceType", "=", "FORM_ASSIGNMENT")
        .where("task.status", "not in", ["CANCELED", "SUPERSEDED"])
        .orderBy("task.localDate", "desc")
        .limit(1)
        .as("checkIn"),
    )
    .where("form.sourceType", "=", "COACH")
    .where(({ or, eb }) =>
      or([
        eb("withheld.sourceId", "is", null),
        eb("withheld.codeVersion", "is distinct from", codeVersion),
      ]),
    )
    .where(({ or, eb }) =>
      or([
        eb("form.status", "in", ["ASSIGNED", "IN_PROGRESS"]),
        eb("form.cancelledAt", ">=", cancelledFrom),
      ]),
    )
    .orderBy("form.id");
  return await (
    formAssignmentIds === null ? given : given.where("form.id", "=", anyOf(formAssignmentIds))
  ).execute();
}

/** A form that a coach assigned to a client, and the newest of its check-ins that was not withdrawn. */
export type GivenForm = Awaited<ReturnType<typeof listGivenForms>>[number];

/** Selects assigned forms. */
export interface GivenChoice {
  /** Those withdrawn earlier are omitted. */
  readonly cancelledFrom: Date;
  /** Version of the code whose failures are not repeated; null to retry everything. */
  readonly codeVersion: string | null;
  /** Only these; null for all. */
  readonly formAssignmentIds: readonly string[] | null;
}

const DAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["timezone", "text"],
] as const;
