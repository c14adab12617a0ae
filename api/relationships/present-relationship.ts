import type { z } from "zod";
import type {
  clientRelationshipSchema,
  relationshipSchema,
  relationshipDetailSchema,
  relationshipStateSchema,
} from "../../contract/relationships/schema.ts";
import type { BaselineField } from "../../contract/relationships/vocabulary.ts";
import type { OpenRelationshipRow } from "../../db/onboarding/client-context/queries.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import type {
  RelationshipDetailRow,
  WorkspaceRelationshipRow,
} from "../../db/relationships/queries.ts";
import { withheldFields } from "../../rules/relationships/privacy-settings.ts";

/** A relationship for the coaches of its workspace. */
export function presentRelationship(
  relationship: WorkspaceRelationshipRow,
): z.output<typeof relationshipSchema> {
  const { id, ...rest } = relationship;
  return { relationshipId: id, ...rest };
}

/** The state of a relationship. */
export function presentRelationshipState(
  relationship: Relationship,
): z.output<typeof relationshipStateSchema> {
  const { id, status, pausedAt, resumesAs, endedAt } = relationship;
  return {
    relationshipId: id,
    status,
    pausedAt: pausedAt?.toISOString() ?? null,
    resumesAs: resumesAs ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** One relationship with its history, for the coaches of its workspace. */
export function presentRelationshipDetail(
  relationship: RelationshipDetailRow,
): z.output<typeof relationshipDetailSchema> {
  const { id, history, baseline, privacySettings, ...rest } = relationship;
  const withheld = withheldFields(privacySettings);
  return {
    relationshipId: id,
    ...rest,
    baseline: baseline && { ...baseline, ...nullFor(withheld), withheld: [...withheld] },
    history: [...history],
  };
}

/** A relationship for its client. */
export function presentClientRelationship(
  relationship: OpenRelationshipRow,
): z.output<typeof clientRelationshipSchema> {
  const { id, workspaceStatus: _workspaceStatus, ...rest } = relationship;
  return { relationshipId: id, ...rest };
}

/** Null in place of each field that the client hides. */
function nullFor(withheld: readonly BaselineField[]): Partial<Record<BaselineField, null>> {
  return Object.fromEntries(withheld.map((field) => [field, null]));
}
