import { answersSchema } from "../../../../contract/forms/content-schema.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import type { HttpAnswer } from "../../../../device/ports/http.ts";
import { decideDraft, formRefetch } from "../../../../rules/forms/decide-draft.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../../../rules/forms/default-questionnaire.ts";
import { type Decision, refuse } from "../../../../rules/sync/decision.ts";
import { judgeAfterRestore } from "../../../../rules/sync/judge-after-restore.ts";
import { problem } from "../../../factories/device/fake-api.ts";
import type { Caller } from "./model-server.ts";
import { success } from "./success.ts";
import type { Judging, Relationship, ServerForm } from "./types.ts";

/** Assigns a form to the client of a relationship. */
export function layForm({ forms }: Relationship, id: string): void {
  const revised = { revision: 1, changedByLineageId: null, revisionBeforeRun: 0 };
  const { content } = DEFAULT_QUESTIONNAIRE;
  const state = { id, status: "ASSIGNED", updatedAt: new Date(0), content, ...revised } as const;
  forms.set(id, { state, answers: {} });
}

/** Answers requests about forms: the list, and each form with its answers. */
export function answerForms({ server, person }: Caller, path: string): HttpAnswer {
  const relationship = server.relationshipOf(person);
  if (relationship === undefined) return problem({ code: "NOT_FOUND" });
  const [, id] = path.split("/form-assignments/");
  const asked = [...relationship.forms.values()].filter(
    ({ state }) => id === undefined || state.id === id,
  );
  const shown = asked.map(presentForm);
  server.witness.show(asked.map(versionOfForm));
  if (id === undefined) return success(server, { items: shown, nextCursor: null });
  return shown[0] === undefined ? problem({ code: "NOT_FOUND" }) : success(server, shown[0]);
}

/** The fields of a form that a device without a draft may never show otherwise than the server did. */
function versionOfForm({ state: { id: taskId, revision }, answers }: ServerForm) {
  return { taskId, revision, answers };
}

function presentForm({ state, answers }: ServerForm) {
  const { id: formAssignmentId, status, revision, content } = state;
  const { title } = DEFAULT_QUESTIONNAIRE;
  const sourceType = "ONBOARDING";
  const facts = { formAssignmentId, title, sourceType, status, revision, submissionId: null };
  return { ...facts, content, answers, draftSavedAt: null, canSave: true };
}

/** Decides a saved draft by the product's own rule, and stores it if it is accepted. */
export function judgeForm(
  { forms, restoredAt }: Relationship,
  { payload, expectedRevision, clientRecordedAt }: Operation,
  { lineageId, now }: Judging,
): Decision {
  const form = forms.get(String(payload["formAssignmentId"]));
  const answers = answersSchema.safeParse(payload["answers"]);
  if (form === undefined || !answers.success) return refuse("FORM_UNKNOWN");
  const { state } = form;
  const named = { expectedRevision: expectedRevision ?? 0, madeAt: new Date(clientRecordedAt) };
  const outcome = decideDraft(state, {
    draft: { formAssignmentId: state.id, answers: answers.data },
    expectedRevision: judgeAfterRestore(named, state, restoredAt).expectedRevision,
    lineageId,
    now,
  });
  if (outcome.kind === "REFUSED") return outcome.refused;
  forms.set(state.id, { state: outcome.next, answers: answers.data });
  const { id: canonicalRecordId, revision } = outcome.next;
  const refetch = [formRefetch(canonicalRecordId, "CHANGED")];
  return { accepted: true, revision, canonicalRecordId, canonicalIds: [], refetch };
}

/** Another phone of the client saves a draft of the form. */
export function saveElsewhere({ forms }: Relationship, now: Date): void {
  for (const [id, { state }] of forms) {
    const draft = { formAssignmentId: id, answers: { main_goal: `Theirs ${state.revision}` } };
    const { revision: expectedRevision } = state;
    const saving = { draft, expectedRevision, lineageId: "another-phone", now };
    const outcome = decideDraft(state, saving);
    if (outcome.kind === "SAVED") forms.set(id, { state: outcome.next, answers: draft.answers });
  }
}
