import type { Core } from "../core.ts";
import { draftRows } from "../drafts/draft-rows.ts";
import type { DraftRows, StoredDraft } from "../drafts/types.ts";
import { isJsonObject } from "../json.ts";
import { type SnapshotRows, snapshotRows } from "../store/snapshot-rows.ts";
import type { FormAnswers, OwnFormAssignment } from "../wire/form-types.ts";

/** The rows of forms: as the server sent them, and the drafts of this device. */
export function formRows(core: Core): FormRows {
  return { read: snapshotRows(core, "form"), drafts: draftRows(core, "FORM") };
}

/** The stores of forms. */
export interface FormRows {
  readonly read: SnapshotRows<StoredForm>;
  readonly drafts: DraftRows<DraftBody, null>;
}

/** A form as the server sent it. */
export interface StoredForm {
  readonly form: OwnFormAssignment;
  /** The language in which this app asked for it. */
  readonly locale: string;
}

/** The person's answers on this device. */
export interface DraftBody {
  readonly answers: FormAnswers;
  /** The revision of the assignment that the person saw. */
  readonly seenRevision: number;
  /** The operation that saves exactly these answers; null if none does. */
  readonly operationId: string | null;
  /** The operation of the person's last choice between two drafts; null if there was none. */
  readonly chosenBy: string | null;
}

/** A draft as stored. */
export type FormDraftRow = StoredDraft<DraftBody, null>;

/** Whether an answer of the server is a form with the fields that this device reads. */
export function isOwnForm(data: unknown): data is OwnFormAssignment {
  if (!isJsonObject(data)) return false;
  const { content, answers } = data;
  return (
    typeof data["formAssignmentId"] === "string" &&
    typeof data["status"] === "string" &&
    typeof data["revision"] === "number" &&
    isJsonObject(answers) &&
    isJsonObject(content) &&
    Array.isArray(content["sections"])
  );
}
