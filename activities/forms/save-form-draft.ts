import { isDeepStrictEqual } from "node:util";
import type { FormContent } from "../../contract/forms/content-schema.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { FormKey } from "../../db/forms/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { lockOwnForm } from "./lock-own-form.ts";

/**
 * Replaces the draft of a form; published versions stay. An identical draft changes nothing at any revision, so that
 * a request may be repeated.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for an archived form or when the draft has changed since.
 */
export async function saveFormDraft(tx: Tx, change: FormDraftChange): Promise<void> {
  const form = await lockOwnForm(tx, change);
  if (form.status === "ARCHIVED") throw stateConflict("ARCHIVED");
  const { title, content } = change;
  if (form.title === title && isDeepStrictEqual(form.draft, content)) return;
  if (form.revision !== change.expectedRevision) throw stateConflict("CHANGED_SINCE_READ");
  const revision = form.revision + 1;
  tx.assign(form, { title, revision, updatedAt: await clockNow(tx) });
  form.draft = content;
  await tx.flush();
}

/** The new content of a draft, based on the revision that the coach read. */
export interface FormDraftChange extends FormKey {
  readonly title: string;
  readonly content: FormContent;
  readonly expectedRevision: number;
}
