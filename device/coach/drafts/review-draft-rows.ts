import type { Core } from "../../core.ts";
import { draftRows } from "../../drafts/draft-rows.ts";
import type { DraftRows } from "../../drafts/types.ts";
import type { Statement } from "../../ports/sql.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { InboxActName } from "../act-types.ts";
import type { NewReviewDraft } from "../draft-types.ts";

/** The drafts of reviews and acts, by the id of the row that they are about. */
export function reviewDraftRows(core: Core): DraftRows<ReviewDraftBody, never> {
  return draftRows<ReviewDraftBody, never>(core, "REVIEW");
}

/** The sealed content of a draft. */
export interface ReviewDraftBody extends Pick<NewReviewDraft, "act" | "fields"> {
  /** The revision of the row when the draft was saved. */
  readonly seenRevision: number | null;
}

/**
 * Ends the draft that an act submits, in the transaction of the act. A draft of another act stays, and so does one that
 * the coach has changed since.
 */
export async function submitDraft(
  core: Core,
  scope: ScopeRow,
  { taskId, act }: { readonly taskId: string; readonly act: InboxActName },
): Promise<readonly Statement[]> {
  const draft = await reviewDraftRows(core).find(scope, taskId);
  if (draft?.body.act !== act) return [];
  return [
    {
      sql: `delete from draft where scope_id = ? and kind = 'REVIEW' and id = ? and revision = ?`,
      params: [scope.scopeId, taskId, draft.revision],
    },
  ];
}
