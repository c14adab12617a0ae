import type { PartContext } from "../parts/part-context.ts";
import { savedBy } from "./form-state.ts";
import { type FormStores, loadForm } from "./load-form.ts";

/** Deletes the drafts that the server has, once this device has read them back. */
export async function foldDrafts(context: PartContext, stores: FormStores): Promise<void> {
  const scope = await context.row();
  const drafts = await stores.rows.drafts.list(scope);
  for (const { id } of drafts) {
    const known = await loadForm(stores, scope, id);
    const accepted = known === null ? null : (savedBy(known)?.acceptedRevision ?? null);
    if (known === null || accepted === null || known.form.revision < accepted) continue;
    await context.core.ports.sql.write([stores.rows.drafts.remove(scope, id)]);
    context.core.changes.emit(scope.scopeId);
  }
}
