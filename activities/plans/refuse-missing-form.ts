import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findAssignableVersion } from "../../db/forms/queries.ts";
import type { Tx } from "../../db/transact.ts";

/**
 * Whether the form that a check-in asks for can be given in a workspace: a published version of its own, not archived.
 * True of any other plan.
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

/**
 * Refuses to publish a check-in without a form that can be given (docs/rooms/plans.md#kinds); an unknown form, one of
 * another workspace and an archived one are refused alike.
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
