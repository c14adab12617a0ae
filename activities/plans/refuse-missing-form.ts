import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findAssignableVersion } from "../../db/forms/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Refuses to publish a check-in without an assignable form (docs/rooms/plans.md#kinds). Unknown, foreign and archived
 * forms get the same refusal.
 *
 * @param at pointer of the content.
 * @throws Refusal VALIDATION_FAILED naming the form.
 */
export async function refuseMissingForm(
  tx: Tx,
  { workspaceId, content }: { readonly workspaceId: string; readonly content: PlanContent },
  at: string,
): Promise<void> {
  if (await hasItsForm(tx, workspaceId, content)) return;
  const message = "No published form of the workspace";
  throw new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: `${at}/formVersionId`, code: "not_assignable", message }],
  });
}

/**
 * True if the form of a check-in can be assigned in a workspace: a published version of its own, not archived. Always
 * true for other plans.
 */
export async function hasItsForm(
  tx: Tx,
  workspaceId: string,
  content: PlanContent,
): Promise<boolean> {
  if (content.kind !== "CHECK_IN") return true;
  const { formVersionId } = content;
  return (await findAssignableVersion(tx, { workspaceId, formVersionId })) !== null;
}
