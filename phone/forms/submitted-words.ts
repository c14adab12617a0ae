import type { SubmissionOutcome } from "../../device/forms/types.ts";
import type { FormTexts } from "./texts-en.ts";

/** Describes the outcome of a submission. */
export function submittedWords({ kind }: SubmissionOutcome, texts: FormTexts): string {
  if (kind === "DONE") return texts.submitted;
  if (kind === "OPEN") return texts.submitLater;
  if (kind === "CONFLICT") return texts.submitConflict;
  return kind === "CLOSED" || kind === "ABSENT" ? texts.submitClosed : texts.submitRefused;
}
