import { operationResultSchema } from "../../../contract/sync/schema.ts";
import type { RefusedReceipt } from "../../../db/sync/support/receipts/queries.ts";

/** A stored refusal for support: its category and reference, without the sentence. */
export function presentRejected({ answer, ...receipt }: RefusedReceipt) {
  const refused = operationResultSchema.parse(JSON.parse(answer));
  const { category, diagnosticsRef, latestRevision = null } = refused;
  if (category === undefined || diagnosticsRef === undefined)
    throw new Error("A stored refusal has no category or no reference");
  return { ...receipt, category, diagnosticsRef, latestRevision };
}
