import type { Core } from "../../core.ts";
import { inOrder } from "../../in-order.ts";
import { isUnexpected } from "../../ports/sql.ts";
import { loadScope, type ScopeRow } from "../../store/load-scope.ts";
import type { NewReviewDraft, ReviewDrafts } from "../draft-types.ts";
import { findPlace, type RowPlace } from "../rows/find-place.ts";
import { reviewDraftRows } from "./review-draft-rows.ts";

/** Drafts of acts and reviews, sealed on this device and nowhere else. */
export function makeReviewDrafts(core: Core): ReviewDrafts {
  const drafts = reviewDraftRows(core);
  const oneSave = inOrder();
  const { sql } = core.ports;

  return {
    async draft({ taskId }) {
      const found = await placeOf(taskId);
      const draft = found === null ? null : await drafts.find(found.scope, taskId);
      if (found === null || draft === null) return null;
      return { ...draft.body, taskId, scopeId: found.scope.scopeId, savedAt: draft.updatedAt };
    },
    saveDraft: async (draft) => await oneSave(async () => await save(draft)),
    async discardDraft({ taskId }) {
      const found = await placeOf(taskId);
      if (found === null) return "ABSENT";
      const [deleted] = await sql.write([drafts.remove(found.scope, taskId)]);
      core.changes.emit(found.scope.scopeId);
      return deleted === 0 ? "ABSENT" : "DISCARDED";
    },
  };

  async function save({ taskId, act, fields }: NewReviewDraft): Promise<"SAVED" | "ABSENT"> {
    const found = await placeOf(taskId);
    if (found === null) return "ABSENT";
    const { scope, place } = found;
    const known = await drafts.find(scope, taskId);
    const body = { act, fields, seenRevision: place.revision };
    const statement =
      known === null
        ? await drafts.insert(scope, { id: taskId, taskId, body, origin: null })
        : await drafts.update(scope, known, {
            status: "OPEN",
            revision: known.revision + 1,
            body,
          });
    try {
      await sql.write([statement]);
    } catch (fault) {
      // A purge closed the scope meanwhile, or an act of another tab has submitted the draft.
      if (isUnexpected(fault)) return "ABSENT";
      throw fault;
    }
    core.changes.emit(scope.scopeId);
    return "SAVED";
  }

  async function placeOf(taskId: string): Promise<{ scope: ScopeRow; place: RowPlace } | null> {
    const place = await findPlace(core, taskId);
    const scope = place === null ? null : await loadScope(sql, place.scopeId);
    return place === null || scope === null ? null : { scope, place };
  }
}
