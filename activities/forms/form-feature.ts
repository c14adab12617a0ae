import { saveDraftPayloadSchema, type SaveDraft } from "../../contract/forms/assignment-schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import { loadContents, loadDrafts, type DraftRow } from "../../db/forms/assignments/load-drafts.ts";
import { writeDrafts, type SavedDraft } from "../../db/forms/assignments/write-drafts.ts";
import { decideDraft, formRefetch, type DraftState } from "../../rules/forms/decide-draft.ts";
import { judgeAfterRestore } from "../../rules/sync/judge-after-restore.ts";
import type { Accepted } from "../../rules/sync/decision.ts";
import type {
  AdmissionScope,
  OperationFeature,
  OperationType,
  WorkingCopy,
} from "../sync/operation-feature.ts";
import { type PayloadReading, payloadVersion } from "../payload-version.ts";

/** The operation that saves a draft. */
export const SAVE_DRAFT = "form.save-draft";

const version = payloadVersion(saveDraftPayloadSchema, (payload) => payload);

const saveDraft: OperationType<SaveDraft> = {
  principals: ["CLIENT"],
  requiresRevision: true,
  versions: new Map([[1, { ...version, read: readSaveDraft }]]),
};

/** The forms feature of sync: drafts are saved offline; submitting is online only. */
export const formFeature: OperationFeature<SaveDraft> = {
  operationTypes: new Map([[SAVE_DRAFT, saveDraft]]),
  load(relationshipId, operations) {
    const named = new Set(operations.map(({ intent }) => intent.formAssignmentId));
    return async (executor) => {
      const rows = await loadDrafts(executor, relationshipId, [...named].toSorted());
      return { copy: (scope) => async (next) => draftCopy(scope, await withContents(next, rows)) };
    };
  },
};

/** Reads the content of each form version once, even if several assignments share it. */
async function withContents(
  executor: QueryExecutor,
  rows: readonly DraftRow[],
): Promise<readonly DraftState[]> {
  const contents = await loadContents(executor, new Set(rows.map((row) => row.formVersionId)));
  return rows.map(({ formVersionId, ...row }) => {
    const content = contents.get(formVersionId);
    if (content === undefined) throw new Error("The assignment's version is missing");
    return { ...row, content };
  });
}

/** Refuses a draft that is too large to be submitted, with the same limit as online. */
function readSaveDraft(payload: unknown): PayloadReading<SaveDraft> {
  const reading = version.read(payload);
  if (reading.intent === undefined) return reading;
  const bytes = Buffer.byteLength(JSON.stringify(reading.intent.answers));
  if (bytes <= FORM_LIMITS.bodyBytes) return reading;
  return { fault: { kind: "TOO_LONG", pointer: "/answers" } };
}

/** The working copy of a batch: its assignments with the drafts saved so far. */
function draftCopy(scope: AdmissionScope, loaded: readonly DraftState[]): WorkingCopy<SaveDraft> {
  const before = new Map(loaded.map((state) => [state.id, state.revision]));
  const states = new Map(loaded.map((state) => [state.id, state]));
  const saved = new Map<string, SavedDraft>();
  return {
    decide(operation) {
      const { intent: draft } = operation;
      const sent = operation.expectedRevision ?? 0;
      const state = states.get(draft.formAssignmentId);
      const { expectedRevision } = judgeAfterRestore(
        { expectedRevision: sent, madeAt: operation.time.at },
        state ?? { revision: sent },
        scope.restoredAt,
      );
      const outcome = decideDraft(state, {
        draft,
        expectedRevision,
        lineageId: scope.lineageId,
        now: scope.now,
      });
      if (outcome.kind === "REFUSED") return outcome.refused;
      const { next } = outcome;
      states.set(next.id, next);
      saved.set(next.id, savedDraft(scope, { draft, next, before: before.get(next.id) ?? 0 }));
      const judged = expectedRevision === sent ? {} : { judgedOnRevision: expectedRevision };
      return { ...accepted(next), ...judged };
    },
    writes() {
      const drafts = [...saved.values()].toSorted((a, b) =>
        a.formAssignmentId < b.formAssignmentId ? -1 : 1,
      );
      const changes = drafts.length === 0 ? {} : { form_assignment: [...saved.keys()] };
      return { statements: [(executor) => writeDrafts(executor, drafts)], changes, events: [] };
    },
  };
}

function savedDraft(
  { lineageId, now: savedAt }: AdmissionScope,
  made: { readonly draft: SaveDraft; readonly next: DraftState; readonly before: number },
): SavedDraft {
  const { draft, next, before: revisionBefore } = made;
  const { revision, revisionBeforeRun } = next;
  return { ...draft, revisionBefore, revision, revisionBeforeRun, lineageId, savedAt };
}

function accepted({ id, revision }: DraftState): Accepted {
  return {
    accepted: true,
    revision,
    canonicalRecordId: id,
    canonicalIds: [],
    refetch: [formRefetch(id, "CHANGED")],
  };
}
