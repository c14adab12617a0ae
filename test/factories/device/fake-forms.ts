import { randomUUID } from "node:crypto";
import { submitFormSchema } from "../../../contract/forms/assignment-schema.ts";
import { type Answers, answersSchema } from "../../../contract/forms/content-schema.ts";
import type { HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../../rules/forms/default-questionnaire.ts";
import { decideDraft, type DraftState } from "../../../rules/forms/decide-draft.ts";
import { judgeAnswers } from "../../../rules/forms/judge-answers.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import type { DeviceWorld } from "./device-world.ts";
import { problem, success } from "./fake-api.ts";

export const FORM_ID = "018f0000-0000-7000-8000-0000000000f1";

/** One assigned questionnaire on the server of a device world: drafts and submissions by the server's own rules. */
export function assignForm(world: DeviceWorld): FakeForm {
  const { content } = DEFAULT_QUESTIONNAIRE;
  let state: DraftState = {
    id: FORM_ID,
    status: "ASSIGNED",
    updatedAt: new Date(0),
    content,
    revision: 1,
    changedByLineageId: null,
    revisionBeforeRun: 0,
  };
  let answers: Answers = {};
  const keys = new Map<string, string>();
  const submissions: Answers[] = [];
  const judge = world.api.judge;
  world.api.judge = (operation) =>
    operation.operationType === "form.save-draft" ? save(operation, "A") : judge(operation);
  world.api.acceptedRevision = () => state.revision;
  world.intercept = (request) => answer(request);
  return {
    submissions,
    answers: () => answers,
    saveElsewhere(given) {
      state = { ...state, revision: state.revision + 1, changedByLineageId: "B" };
      state = { ...state, revisionBeforeRun: state.revision };
      answers = given;
    },
    restore(given) {
      state = { ...state, status: "IN_PROGRESS", revision: 1, changedByLineageId: "B" };
      state = { ...state, revisionBeforeRun: 1 };
      answers = given;
    },
    submitElsewhere(given) {
      state = { ...state, status: "SUBMITTED", revision: state.revision + 1 };
      answers = given;
    },
  };

  function save(operation: Operation, lineageId: string) {
    const given = answersSchema.parse(operation.payload["answers"]);
    const draft = { formAssignmentId: FORM_ID, answers: given };
    const { expectedRevision = 0 } = operation;
    const outcome = decideDraft(state, { draft, expectedRevision, lineageId, now: new Date(0) });
    if (outcome.kind === "REFUSED") return outcome.refused.code;
    state = outcome.next;
    answers = draft.answers;
    return "ACCEPTED";
  }

  function answer({ method, path, body = "", headers }: HttpRequest): HttpOutcome | null {
    if (!path.startsWith("/api/v1/client/form-assignments")) return null;
    if (!world.isOnline) return { kind: "SILENCE", reason: "UNREACHABLE" };
    if (method === "GET") {
      const own = present();
      return success(path.includes("?") ? { items: [own], nextCursor: null } : own);
    }
    const key = headers["idempotency-key"] ?? "";
    const former = keys.get(key);
    if (former !== undefined && former !== body) return problem({ code: "IDEMPOTENCY_KEY_REUSED" });
    if (former === undefined) {
      const sent = submitFormSchema.parse(JSON.parse(body));
      if (state.status === "SUBMITTED") return problem({ code: "STATE_CONFLICT" });
      if (judgeAnswers(content, sent.answers, "SUBMISSION").length > 0)
        return problem({ code: "VALIDATION_FAILED" });
      keys.set(key, body);
      submissions.push(sent.answers);
      answers = sent.answers;
      state = { ...state, status: "SUBMITTED", revision: state.revision + 1 };
    }
    const { revision } = state;
    const submittedAt = "2026-01-05T08:00:00.000Z";
    return success({ formSubmissionId: randomUUID(), status: "SUBMITTED", revision, submittedAt });
  }

  function present() {
    return {
      formAssignmentId: FORM_ID,
      title: DEFAULT_QUESTIONNAIRE.title,
      sourceType: "ONBOARDING",
      status: state.status,
      revision: state.revision,
      submissionId: null,
      content,
      answers,
      draftSavedAt: null,
      canSave: state.status !== "SUBMITTED",
    };
  }
}

/** A form on the server that a test controls. */
export interface FakeForm {
  /** Submissions that were stored, in order. */
  readonly submissions: readonly Answers[];
  /** The answers as the server has them. */
  answers(): Answers;
  /** Another phone of the same person saves a draft. */
  saveElsewhere(answers: Answers): void;
  /** The server is restored to its first revision of the form, with these answers. */
  restore(answers: Answers): void;
  /** Another phone of the same person submits the form. */
  submitElsewhere(answers: Answers): void;
}

/** Answers that the server's rule accepts. */
export const COMPLETE: Answers = {
  main_goal: "Run ten kilometres",
  experience: "not_yet",
  days_per_week: 3,
  session_length: "up_to_45",
  equipment: ["dumbbells"],
  has_injuries: false,
  has_medical_advice: false,
  sleep: 7.5,
  stress: 4,
  diet: "anything",
};
