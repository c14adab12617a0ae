import type { PublicationPreview } from "../../activities/plans/publication/preview-publication.ts";
import type { PlanClient, PublishPreview } from "../../contract/plans/publication-schema.ts";
import { PUBLICATION_LIMITS } from "../../contract/plans/publication-vocabulary.ts";
import type { PlanClientRow, PreviewedRow } from "../../db/plans/publication/queries.ts";
import { presentException } from "./present.ts";

/** A preview of a publication in wire form, with as many differences as it lists. */
export function presentPreview({
  plan,
  previewVersion,
  differences,
  clients,
}: PublicationPreview): PublishPreview {
  const listed = differences.slice(0, PUBLICATION_LIMITS.differences);
  return {
    planId: plan.id,
    draftRevision: plan.draftRevision,
    newestRevision: plan.publishedRevision,
    previewVersion,
    differences: listed,
    moreDifferences: differences.length - listed.length,
    clients: clients.map(({ row, preview }) => ({
      ...headOf(row),
      ...preview,
      timezone: row.timezone,
    })),
  };
}

/** A client who has a plan, in wire form. */
export function presentPlanClient(row: PlanClientRow): PlanClient {
  const { startDate, endDate, createdAt } = row;
  return { ...headOf(row), startDate, endDate, createdAt };
}

function headOf(row: Omit<PlanClientRow, "createdAt"> | PreviewedRow) {
  return {
    assignmentId: row.id,
    relationshipId: row.relationshipId,
    client: { userId: row.clientUserId, displayName: row.clientDisplayName },
    coachUserId: row.coachUserId,
    status: row.status,
    planRevision: row.appliedRevision,
    followsNewer: row.followsNewer,
    excepted: presentException(row),
  };
}
