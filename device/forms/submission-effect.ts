import { isJsonObject, numberAt, textAt } from "../json.ts";
import type { OnlineEffect } from "../online/online-effects.ts";
import { openRequest } from "../online/open-request.ts";
import { loadScope } from "../store/load-scope.ts";
import type { FormAnswers } from "../wire/form-types.ts";
import { formRows } from "./form-rows.ts";

/** An accepted submission: the form is submitted with these answers, and its draft is over. */
export const submissionEffect: OnlineEffect = async (core, act, answer) => {
  if (answer.kind !== "DONE" || act.scopeId === null || !isJsonObject(answer.data)) return [];
  const scope = await loadScope(core.ports.sql, act.scopeId);
  const request = await openRequest(core, act);
  if (scope === null || request === null) return [];
  const rows = formRows(core);
  const read = await rows.read.find(scope, act.objectId);
  const { answers } = request.body;
  const revision = numberAt(answer.data, "revision");
  const over = rows.drafts.remove(scope, act.objectId);
  if (read === null || revision === null || !isAnswers(answers)) return [over];
  const form = {
    ...read.body.form,
    status: "SUBMITTED" as const,
    revision,
    answers,
    canSave: false,
    submissionId: textAt(answer.data, "formSubmissionId"),
    submittedAt: textAt(answer.data, "submittedAt"),
  };
  const body = { ...read.body, form };
  return [over, await rows.read.store(scope, { id: act.objectId, position: 0, revision, body })];
};

/** The device itself wrote these answers into the request. */
function isAnswers(sent: unknown): sent is FormAnswers {
  return isJsonObject(sent);
}
