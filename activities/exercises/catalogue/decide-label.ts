import { LockMode } from "@mikro-orm/postgresql";
import type { LabelDecision } from "../../../contract/exercises/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { TaxonomyLabel } from "../../../db/exercises/catalogue/taxonomy-label.ts";
import { TaxonomyNode } from "../../../db/exercises/catalogue/taxonomy-node.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Decides what a provider's label means (docs/rooms/exercises.md#taxonomy); idempotent. The scheduled workflow
 * `catalogue-sorting` then sorts the exercises.
 *
 * @throws Refusal NOT_FOUND, VALIDATION_FAILED for a node that labels of its type cannot mean, STATE_CONFLICT when
 * the label was decided otherwise since it was read.
 */
export async function decideLabel(tx: Tx, deed: LabelDeed): Promise<void> {
  const { labelId, decision, nodeKey, expectedRevision, decidedBy } = deed;
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const label = await tx.findOne(TaxonomyLabel, { id: labelId }, { lockMode });
  if (label === null) throw new Refusal("NOT_FOUND");
  if (label.decision === decision && label.nodeKey === nodeKey) return;
  if (label.revision !== expectedRevision) throw stateConflict("CHANGED_SINCE_READ");
  const { taxonomyType } = label;
  if (nodeKey !== null && (await tx.count(TaxonomyNode, { taxonomyType, key: nodeKey })) === 0)
    throw new Refusal("VALIDATION_FAILED", {
      errors: [{ pointer: "/nodeKey", code: "unknown_node", message: `No ${taxonomyType}` }],
    });
  const revision = label.revision + 1;
  tx.assign(label, { decision, nodeKey, revision, decidedBy, decidedAt: await clockNow(tx) });
  await tx.flush();
}

/** A decision on a provider's label. */
export interface LabelDeed {
  readonly labelId: string;
  readonly decision: LabelDecision;
  /** The node it is mapped to, if MAPPED. */
  readonly nodeKey: string | null;
  /** Revision of the label that the administrator saw. */
  readonly expectedRevision: number;
  /** Name of the administrator, safe to store. */
  readonly decidedBy: string;
}
