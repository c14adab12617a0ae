import { meaningOf } from "../online/meaning-of.ts";
import type { OnlineCheck } from "../online/online-checks.ts";
import { loadScope } from "../store/load-scope.ts";
import { formRows, isOwnForm } from "./form-rows.ts";
import { isUnsent } from "./form-state.ts";
import { loadSaves } from "./load-form.ts";
import { UNSEEN_DRAFT } from "./unseen-draft.ts";

/**
 * Reads the form before a submission is sent. A form that is still open shows that no try has arrived. If another
 * device has saved a draft since, the submission would replace it unseen, so the draft is stored and the submission
 * ends.
 */
export const submissionCheck: OnlineCheck = async (core, session, { row, request }) => {
  const { scopeId, objectId } = row;
  const scope = scopeId === null ? null : await loadScope(core.ports.sql, scopeId);
  if (scope === null || request.seenRevision === null) return null;
  const path = `/api/v1/client/form-assignments/${objectId}`;
  const answer = await session.call({ method: "GET", path });
  if (answer.kind !== "ANSWER")
    return meaningOf(answer).kind === "WAIT" ? { kind: "WAIT", answer } : null;
  const form = answer.data;
  if (!isOwnForm(form) || form.formAssignmentId !== objectId) return null;
  if (form.status !== "ASSIGNED" && form.status !== "IN_PROGRESS") return null;
  const saves = await loadSaves(core.ports.sql, scope, objectId);
  const made = saves.map(({ acceptedRevision }) => acceptedRevision ?? 0);
  // While a save has no verdict, a newer revision may be this device's own.
  const isKnown = form.revision <= Math.max(request.seenRevision, ...made) || saves.some(isUnsent);
  if (isKnown) return null;
  const body = { form, locale: core.app.locale() };
  const read = { id: objectId, position: 0, revision: form.revision, body };
  return {
    kind: "REFUSED",
    code: UNSEEN_DRAFT,
    also: [await formRows(core).read.store(scope, read)],
  };
};
