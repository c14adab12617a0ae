import type { SaveDraft } from "../../contract/forms/assignment-schema.ts";
import type { FormContent } from "../../contract/forms/content-schema.ts";
import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason, VerdictCode } from "../../contract/sync/vocabulary.ts";
import { refuse, type Refused } from "../sync/decision.ts";
import { judgeRevision, nextRevision, type Revised } from "../sync/judge-revision.ts";
import { formAssignmentPath } from "./form-assignment-path.ts";
import { isOpenForm } from "./is-open-form.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { questionsOf } from "./questions-of.ts";

/**
 * Decides whether a draft replaces the former one. The assignment must belong to this relationship and be open, no
 * other device may have saved since, and a draft must allow the answers.
 */
export function decideDraft(state: DraftState | undefined, saving: DraftSaving): DraftOutcome {
  const refused = judgeDraft(state, saving);
  if (refused !== null) return { kind: "REFUSED", refused };
  if (state === undefined) return { kind: "REFUSED", refused: refuse("FORM_UNKNOWN") };
  const revised = nextRevision(state, saving.lineageId);
  const next = { ...state, ...revised, status: "IN_PROGRESS", updatedAt: saving.now } as const;
  return { kind: "SAVED", next };
}

/** An assignment as drafts see it. */
export interface DraftState extends Revised {
  readonly id: string;
  readonly status: FormAssignmentStatus;
  readonly updatedAt: Date;
  readonly content: FormContent;
}

/** A complete draft that a device saves. */
export interface DraftSaving {
  readonly draft: SaveDraft;
  readonly expectedRevision: number;
  readonly lineageId: string;
  readonly now: Date;
}

/** The outcome of saving a draft; `next` is the assignment after a save. */
export type DraftOutcome =
  | { readonly kind: "REFUSED"; readonly refused: Refused }
  | { readonly kind: "SAVED"; readonly next: DraftState };

function judgeDraft(state: DraftState | undefined, saving: DraftSaving): Refused | null {
  if (state === undefined) return refuse("FORM_UNKNOWN");
  if (!isOpenForm(state.status)) return refuseFor(state, "FORM_CLOSED", "CLOSED");
  const judgement = judgeRevision(state, saving.expectedRevision, saving.lineageId);
  if (judgement === "AHEAD") return refuseFor(state, "REVISION_AHEAD", "STALE");
  if (judgement === "STALE") return refuseStale(state, saving);
  const faults = judgeAnswers(state.content, saving.draft.answers, "DRAFT");
  const [first] = faults;
  if (first === undefined) return null;
  const pointer = answerPointer(state.content, first.questionId);
  return { ...refuseFor(state, "ANSWER_INVALID", "STALE"), pointer };
}

/** JSON pointer of an answer; an unknown question name is not echoed. */
function answerPointer(content: FormContent, questionId: string): string {
  const isInForm = questionsOf(content).some((question) => question.questionId === questionId);
  return isInForm ? `/answers/${questionId}` : "/answers";
}

/** Only a client saves drafts, and each save is a whole draft, so the conflict is with another device. */
function refuseStale(state: DraftState, { expectedRevision }: DraftSaving): Refused {
  return {
    ...refuseFor(state, "STALE_REVISION", "STALE"),
    conflict: {
      changedFields: ["answers"],
      sinceRevision: expectedRevision,
      changedBy: "CLIENT",
      changedAt: state.updatedAt.toISOString(),
      writeSetsTouch: true,
      rebaseRevision: null,
    },
    rebaseable: false,
  };
}

function refuseFor(state: DraftState, code: VerdictCode, reason: RefetchReason): Refused {
  const refetch = [formRefetch(state.id, reason)];
  return { ...refuse(code), latestRevision: state.revision, refetch };
}

/** Tells a device where to refetch an assignment. */
export function formRefetch(formAssignmentId: string, reason: RefetchReason): RefetchHint {
  const path = formAssignmentPath(formAssignmentId);
  return { entityType: "form_assignment", entityId: formAssignmentId, path, reason };
}
