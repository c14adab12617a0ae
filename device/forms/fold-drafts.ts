import type { PartContext } from "../parts/part-context.ts";
import type { OneAct } from "./in-order-of-each.ts";
import { type FormStores, loadForm } from "./load-form.ts";

/** Deletes the drafts that the server has, once this device has read them back. */
export async function foldDrafts(
  context: PartContext,
  stores: FormStores,
  oneAct: OneAct,
): Promise<void> {
  const drafts = await stores.rows.drafts.list(await context.row());
  for (const { id } of drafts)
    await oneAct({ formAssignmentId: id }, async () => await foldDraft(context, stores, id));
}

async function foldDraft(context: PartContext, stores: FormStores, id: string): Promise<void> {
  const scope = await context.row();
  const known = await loadForm(stores, scope, id);
  const accepted = known?.draftSave?.acceptedRevision ?? null;
  if (known === null || accepted === null || known.form.revision < accepted) return;
  await context.core.ports.sql.write([stores.rows.drafts.remove(scope, id)]);
  context.core.changes.emit(scope.scopeId);
}
